import type { PeerSource } from '../http/peer.ts';

/** Answers the requests for some paths; undefined where the path is none of them. */
export type Door = (request: Request, peers: PeerSource, path: string) => Response | Promise<Response> | undefined;
