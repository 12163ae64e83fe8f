import type { Config } from './config.ts';
import type { GroupRole } from './oidc-values.ts';

/** How users sign in with an identity provider. */
export interface OidcConfig {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The name of the provider on the button; undefined for none. */
  name: string | undefined;
  scopes: string;
  groupsClaim: string;
  /** The members of this group are administrators. */
  adminGroup: string | undefined;
  workspaces: GroupRole[];
  /** Whether signing in with a password is closed. */
  isOnly: boolean;
}

/** The settings OIDC_…; undefined if there is no identity provider. */
export function findOidcConfig(config: Config): OidcConfig | undefined {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret } = config;
  // `readConfig` refuses an issuer without the other two.
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return {
    issuer,
    clientId,
    clientSecret,
    name: config.oidcName,
    scopes: config.oidcScopes,
    groupsClaim: config.oidcGroupsClaim,
    adminGroup: config.oidcAdminGroup,
    workspaces: config.oidcWorkspaces ?? [],
    isOnly: config.oidcOnly === 'on',
  };
}
