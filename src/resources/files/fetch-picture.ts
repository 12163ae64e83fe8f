import { type Outbound, OutboundError } from '../../lib/outbound/outbound.ts';
import { pictureRefused } from './file.ts';
import { judgePicture } from './judge-picture.ts';

// One sentence for all that can go wrong on the way: more of it would tell who asks about the network around us.
const UNREACHABLE = 'No picture could be fetched from this address.';

async function fetchBytes(outbound: Outbound, url: string, owner?: number): Promise<Uint8Array> {
  try {
    const { status, bytes } = await outbound.get(url, { isHttpsOnly: true, group: owner });
    if (status === 200) return bytes;
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw pictureRefused({ message: UNREACHABLE, cause: error });
  }
  throw pictureRefused({ message: UNREACHABLE });
}

/** The picture at an https address that a user named, judged and drawn anew like one that was uploaded. */
export async function fetchPicture(outbound: Outbound, url: string, owner?: number): Promise<Uint8Array> {
  const { bytes } = await judgePicture(await fetchBytes(outbound, url, owner));
  return bytes;
}
