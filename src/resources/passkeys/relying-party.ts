import { isIP } from 'node:net';

/** This server as browsers and passkeys know it. */
export interface RelyingParty {
  /** The host name for which a passkey is valid. */
  id: string;
  /** Shown by browsers and password managers. */
  name: string;
  /** Whether a page of this origin may use the passkeys. */
  isOwnOrigin(origin: string): boolean;
}

function isLocalhost(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost');
}

/** Undefined if no browser offers passkeys at BASE_URL: they need a host name, and https except on localhost. */
export function relyingPartyOf(baseUrl: string): RelyingParty | undefined {
  const { protocol, hostname, host } = new URL(baseUrl);
  const isLocal = isLocalhost(hostname);
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  if (isAddress || (protocol !== 'https:' && !isLocal)) return undefined;
  return {
    id: hostname,
    name: host,
    // Containers and tunnels map the port of localhost.
    isOwnOrigin: (origin) =>
      isLocal && URL.canParse(origin) ? new URL(origin).hostname === hostname : origin === baseUrl,
  };
}
