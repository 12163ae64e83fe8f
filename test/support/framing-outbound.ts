import { type Outbound, OutboundError } from '../../src/lib/outbound/outbound.ts';

/** A fake outbound client: each origin responds with the given headers, or redirects to `Location`; all others fail. */
export interface FramingOutbound extends Outbound {
  /** The requested URLs, in order. */
  asked: string[];
}

export function framingOutbound(origins: Record<string, Record<string, string>>): FramingOutbound {
  const asked: string[] = [];
  return {
    asked,
    async get(href) {
      asked.push(href);
      const headers = origins[new URL(href).origin];
      if (!headers) throw new OutboundError('nobody is there');
      return { url: headers.Location ?? href, status: 200, headers: new Headers(headers), bytes: new Uint8Array() };
    },
  };
}
