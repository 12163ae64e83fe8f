import { type Outbound, OutboundError } from '../../lib/outbound/outbound.ts';
import { refusePicture } from './file.ts';
import { judgePicture } from './judge-picture.ts';

// One reason for all network errors: more would tell the caller about the network around this server.
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

/** The picture at an https address that a user named, judged and drawn anew like one that was uploaded. */
export async function fetchPicture(outbound: Outbound, url: string, owner?: number): Promise<Uint8Array> {
  const { bytes } = await judgePicture(await fetchBytes(outbound, url, owner));
  return bytes;
}
