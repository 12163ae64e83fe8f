import type { Config } from '../config/config.ts';
import { Warning } from './warning.ts';

/** Checks that TRUST_PROXY fits the other settings; only the server screen knows what proxies really send. */
export function checkProxy({ trustProxy, isBaseUrlSet, baseUrl, https }: Config): string {
  const isTrusting = trustProxy.length > 0;
  if (trustProxy.some(([, bits]) => bits === 0))
    throw new Warning(
      'TRUST_PROXY trusts every address, so any visitor can forge theirs. Set it to the addresses of your proxies.',
    );
  if (isTrusting && !isBaseUrlSet)
    throw new Warning('TRUST_PROXY is set, but BASE_URL is not. Behind a proxy, set it to the public URL.');
  if (isTrusting && https !== 'off')
    throw new Warning(
      `TRUST_PROXY and HTTPS=${https} are both set. If visitors connect to this server directly, remove TRUST_PROXY.`,
    );
  if (!isTrusting && https === 'off' && baseUrl.startsWith('https:'))
    throw new Warning(
      'BASE_URL is https and HTTPS is off, so there must be a proxy, but TRUST_PROXY is empty: all visitors share the address ' +
        'of the proxy and its rate limits. Set TRUST_PROXY to the address of the proxy.',
    );
  if (!isTrusting) return 'TRUST_PROXY is empty: visitors connect to this server directly.';
  return 'TRUST_PROXY is set. The server screen of the dashboard shows whether it fits your proxy.';
}
