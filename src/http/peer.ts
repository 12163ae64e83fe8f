/** Tells who is at the other end of a request's connection; asked only where it matters. */
export interface PeerSource {
  requestIP(request: Request): { address: string } | null;
}
