// The package has no types; this is what the tests use of it.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Grant {
    addOIDCScope(scopes: string): void;
    save(): Promise<string>;
  }

  interface Context {
    oidc: {
      provider: { Grant: new (of: { clientId: string | undefined; accountId: string | undefined }) => Grant };
      client?: { clientId: string };
      session?: { accountId: string };
    };
  }

  interface Settings {
    clients: object[];
    jwks: object;
    cookies: object;
    features: object;
    claims: Record<string, string[]>;
    ttl: Record<string, number>;
    interactions: { url(context: Context, interaction: { uid: string }): string };
    findAccount(context: Context, sub: string): { accountId: string; claims(): Promise<object> };
    loadExistingGrant(context: Context): Promise<Grant>;
  }

  /** An identity provider. */
  class Provider {
    constructor(issuer: string, settings: Settings);
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
    on(event: 'server_error', listener: (context: Context, error: Error) => void): void;
  }

  // biome-ignore lint/style/noDefaultExport: the package exports it so.
  export default Provider;
}
