import type { Config } from '../config/config.ts';
import { createOperatorFetch } from '../lib/outbound/operator-fetch.ts';

/** Reads the description of the identity provider, as the first sign-in does. */
export async function checkProvider({ oidcIssuer: issuer, baseUrl }: Config): Promise<string> {
  if (issuer === undefined) return 'OIDC_ISSUER is not set (fine without single sign-on).';
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  let response: Response;
  try {
    response = await createOperatorFetch()(url);
  } catch (error) {
    throw new Error(`The identity provider cannot be reached at ${url}: ${(error as Error).message}.`);
  }
  const found = (await response.json().catch(() => undefined)) as { issuer?: unknown } | undefined;
  if (!response.ok || typeof found?.issuer !== 'string') {
    throw new Error(`${url} is not the description of an identity provider (status ${response.status}).`);
  }
  if (URL.parse(found.issuer)?.href !== new URL(issuer).href) {
    throw new Error(`OIDC_ISSUER must be ${found.issuer}, which is what the provider calls itself.`);
  }
  return `Users sign in with ${issuer}; its redirect URL must be ${baseUrl}/api/session/oidc/callback.`;
}
