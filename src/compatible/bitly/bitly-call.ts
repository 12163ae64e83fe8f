import type { AdmittedCaller, Exchange } from '../product.ts';
import type { BitlyInput } from './bitly-input.ts';

/** A call of Bitly's API. */
export interface BitlyCall {
  exchange: Exchange;
  admission: AdmittedCaller;
  input: BitlyInput;
  /** The decoded segments of the path after the noun. */
  rest: string[];
}

/** Responds to the calls of one noun; undefined if there is no such call. */
export type BitlyCalls = (call: BitlyCall) => Promise<Response | undefined>;
