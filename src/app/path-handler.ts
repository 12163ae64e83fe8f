import type { PeerSource } from '../http/peer.ts';
import type { VisitedHost } from '../redirect/hosts.ts';

/** Handles the requests for some paths; returns undefined for any other path. */
export type PathHandler = (
  request: Request,
  peers: PeerSource,
  path: string,
) => Response | Promise<Response> | undefined;

/** The same for paths that several hosts have; `host` is the one that was visited. */
export type HostPathHandler = (
  request: Request,
  peers: PeerSource,
  path: string,
  host: VisitedHost,
) => ReturnType<PathHandler>;
