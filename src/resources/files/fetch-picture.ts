import { type Outbound, OutboundError } from '../../lib/outbound/outbound.ts';
import { refusePicture } from './file.ts';
import { redrawOrThrow } from './redraw-or-throw.ts';

// One message for every network failure: details would let users probe the network of the server.
const UNREACHABLE = { code: 'image_unreachable' } as const;

async function fetchBytes(outbound: Outbound, url: string, owner?: number): Promise<Uint8Array> {
  try {
    const { status, bytes } = await outbound.get(url, { isHttpsOnly: true, group: owner });
    if (status === 200) return bytes;
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw refusePicture(UNREACHABLE, error);
  }
  throw refusePicture(UNREACHABLE);
}

/** Fetches a picture from an https address of a user, then validates and redraws it like an upload. */
export async function fetchPicture(outbound: Outbound, url: string, owner?: number): Promise<Uint8Array> {
  const { bytes } = await redrawOrThrow(await fetchBytes(outbound, url, owner));
  return bytes;
}
