import type { Engine } from '../../src/db/db.ts';
import type { Outbound } from '../../src/lib/outbound/outbound.ts';
import { openTestSite, type Received, type Sent, type TestSite } from './test-site.ts';

const DESTINATION = 'https://example.com/own';

/** Options for submitting a form, besides its values. */
interface Sending extends Pick<Sent, 'headers' | 'peer'> {
  /** A query string for the form's URL. */
  path?: string;
}

/** The form of an overlay on a link, opened by a visitor. */
export interface OpenForm {
  overlayId: number;
  linkId: number;
  /** The path of the short link. */
  path: string;
  /** The address of the visitor who submits the form. */
  peer: string;
  mark: string;
  send(values: Record<string, string>, sending?: Sending): Promise<Received>;
  /** Returns the responses that the overlay has stored. */
  responses(query?: string): Promise<Received['json']>;
}

/** A test site for creating and submitting overlay forms. */
export interface OverlayFormSite {
  site: TestSite;
  key: string;
  DESTINATION: string;
  /** Sends a request to the API as the owner. */
  send(method: string, path: string, body?: object): Promise<Received>;
  /** Creates an overlay on a new link and opens it once. */
  make(overlay: object, link?: object): Promise<OpenForm>;
  /** Creates one more link with this overlay. */
  link(overlayId: number, fields?: object): Promise<OpenForm>;
}

export async function openOverlayFormSite(engine: Engine, outbound: Outbound): Promise<OverlayFormSite> {
  const site = await openTestSite(engine, {}, { outbound });
  const { key } = await site.addUser();

  let visitors = 0;

  function send(method: string, path: string, body?: object): Promise<Received> {
    return site.send(method, path, { key, ...(body && { body }) });
  }

  async function link(overlayId: number, fields: object = {}): Promise<OpenForm> {
    const body = { url: DESTINATION, type: `overlay-${overlayId}`, ...fields };
    const { json } = await send('POST', '/api/url/add', body);
    const path = new URL(json.shorturl).pathname;
    const page = await site.send('GET', path);
    const mark = /name="mark" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
    // Each form has its own visitor, so that tests do not share rate limits.
    visitors += 1;
    const peer = `203.0.${visitors >> 8}.${visitors & 255}`;
    return {
      overlayId,
      linkId: json.id,
      path,
      peer,
      mark,
      send: (values, { path: query = '', ...sending } = {}) => {
        const body = String(new URLSearchParams({ mark, ...values }));
        return site.send('POST', `/cta${path}${query}`, { peer, body, ...sending });
      },
      responses: async (query = '') => (await send('GET', `/api/overlay/${overlayId}/responses${query}`)).json.data,
    };
  }

  return {
    site,
    key,
    DESTINATION,
    send,
    link,
    make: async (overlay, fields) =>
      link((await send('POST', '/api/overlay/add', { name: 'Mine', ...overlay })).json.id, fields),
  };
}
