import type { CompatibleName } from '../config/compatible-values.ts';
import type { Principal } from '../core/principal.ts';
import type { Admission } from '../http/endpoint-caller.ts';
import type { DescribedFailure } from '../http/error-response.ts';

/** A request that is counted and has a caller. */
export type AdmittedCaller = Admission & { caller: Principal };

/** A request to a compatible API. */
export interface Exchange {
  raw: Request;
  /** GET for a HEAD request, whose response gets no body. */
  method: string;
  /** The path without a slash at its end, still URL-encoded. */
  path: string;
  /** The query without the question mark. */
  query: string;
  /** The client's address, after TRUST_PROXY is applied. */
  address: string;
  /**
   * Counts the request in the same window as `/api`; throws if the window is used up, or without a caller. `identify` finds the
   * caller by what the product signs in with.
   */
  admit(identify: () => Promise<Principal | undefined>): Promise<AdmittedCaller>;
  /** The same for a product that sends one of our keys. */
  admitKey(key: string | null | undefined): Promise<AdmittedCaller>;
}

/** What pages of other sites may send to a path. */
export interface CorsRule {
  methods: readonly string[];
  headers: readonly string[];
}

/** The API of another product, served by ours. */
export interface CompatibleProduct {
  name: CompatibleName;
  /** The beginning of its paths, as metrics and traces name it. */
  route: string;
  /** Whether a request belongs to it. It must leave a path that a link may have, such as `/rest`, to the link. */
  takes(path: string, request: Request): boolean;
  /** Whether it is also at branded domains, as our own API is; default: at the main host only. */
  isOnBrandedDomains?: boolean;
  /** Responds, or throws any failure of our API. */
  handle(exchange: Exchange): Promise<Response>;
  /** The response to a failure, in the form of the product. `Retry-After` is added to it. */
  refuse(failure: DescribedFailure, exchange: Exchange): Response | Promise<Response>;
  /** The rule of a path that pages of other sites may use; undefined for every other path. */
  cors?(path: string, request: Request): CorsRule | undefined;
}
