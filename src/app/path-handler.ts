import type { PeerSource } from '../http/peer.ts';

/** Handles the requests for some paths; returns undefined for any other path. */
export type PathHandler = (
  request: Request,
  peers: PeerSource,
  path: string,
) => Response | Promise<Response> | undefined;
