/** Knows the connection that a request came by; asked only where it matters. */
export interface PeerSource {
  requestIP(request: Request): { address: string } | null;
  /** Cuts the connection after so many seconds in which nothing goes over it. */
  timeout?(request: Request, seconds: number): void;
}
