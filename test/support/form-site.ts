import type { Engine } from '../../src/db/db.ts';
import type { Outbound } from '../../src/lib/outbound/outbound.ts';
import { openTestSite, type Received, type Sent, type TestSite } from './test-site.ts';

const TARGET = 'https://example.com/own';

/** How a form is sent, beside its values. */
interface Sending extends Pick<Sent, 'headers' | 'peer'> {
  /** A query behind the address. */
  path?: string;
}

/** The form of an overlay on a link, opened by a visitor. */
export interface OpenForm {
  overlayId: number;
  linkId: number;
  /** Of the short link. */
  path: string;
  /** Where the visitor comes from who sends it. */
  peer: string;
  mark: string;
  send(values: Record<string, string>, sending?: Sending): Promise<Received>;
  /** What has been sent by the overlay. */
  responses(query?: string): Promise<Received['json']>;
}

/** A site on which forms are made and sent. */
export interface FormSite {
  site: TestSite;
  key: string;
  TARGET: string;
  /** Asks the API as the owner. */
  send(method: string, path: string, body?: object): Promise<Received>;
  /** A new overlay on a new link, looked at once. */
  make(overlay: object, link?: object): Promise<OpenForm>;
  /** One more link with an overlay. */
  link(overlayId: number, fields?: object): Promise<OpenForm>;
}

export async function openFormSite(engine: Engine, outbound: Outbound): Promise<FormSite> {
  const site = await openTestSite(engine, {}, { outbound });
  const { key } = await site.addUser();

  let visitors = 0;

  function send(method: string, path: string, body?: object): Promise<Received> {
    return site.send(method, path, { key, ...(body && { body }) });
  }

  async function link(overlayId: number, fields: object = {}): Promise<OpenForm> {
    const body = { url: TARGET, type: `overlay-${overlayId}`, ...fields };
    const { json } = await send('POST', '/api/url/add', body);
    const path = new URL(json.shorturl).pathname;
    const page = await site.send('GET', path);
    const mark = /name="mark" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
    // Each form has a visitor of its own, so that one test's do not use up another's.
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
    TARGET,
    send,
    link,
    make: async (overlay, fields) =>
      link((await send('POST', '/api/overlay/add', { name: 'Mine', ...overlay })).json.id, fields),
  };
}
