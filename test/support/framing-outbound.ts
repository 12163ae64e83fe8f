import { type Outbound, OutboundError } from '../../src/lib/outbound/outbound.ts';

/** Stands for the world outside, where each origin says what it says of framing, or leads to `Location`; any other is silent. */
export interface FramingOutbound extends Outbound {
  /** What was asked for, in order. */
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
