import type { EndpointCaller } from '../../http/endpoint-caller.ts';
import { type FoundLink, findByShort } from '../find-by-short.ts';
import type { AdmittedCaller } from '../product.ts';
import type { Parameters } from '../read-parameters.ts';
import type { ResponseType } from './polr-answers.ts';
import { PolrError } from './polr-failures.ts';

/** A call of Polr whose key is known. */
export interface PolrCall {
  admission: AdmittedCaller;
  parameters: Parameters;
  type: ResponseType;
  endpoints: EndpointCaller;
}

/** The caller's link with the ending of the request, on the main host. */
export async function getLink(call: PolrCall): Promise<FoundLink> {
  const { url_ending: short } = call.parameters;
  if (!short) throw new PolrError(400, 'MISSING_PARAMETERS', 'Invalid or missing parameters.');
  const link = await findByShort(call, short);
  if (!link) throw new PolrError(404, 'NOT_FOUND', 'Link not found.');
  return link;
}

/** Throws for a call that has no text form. */
export function assertJson({ type }: PolrCall): void {
  if (type !== 'json') throw new PolrError(401, 'JSON_ONLY', 'Only JSON-encoded data is available for this endpoint.');
}
