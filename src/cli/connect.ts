import { createLocalApi } from '../app/local-api.ts';
import { prepareStore } from '../app/prepare-store.ts';
import { createServices } from '../app/services.ts';
import { readConfig } from '../config/config.ts';
import { loadSecret } from '../config/data-dir.ts';
import { accountEmailUnknown } from '../resources/account/account.ts';
import { type CommandOption, type OptionValues, UsageError } from './command.ts';
import { createQuietRuntime } from './open-services.ts';

/** The options of commands that work with a server or with the local store. */
export const connectionOptions: Record<string, CommandOption> = {
  url: { type: 'string', means: 'Address of the server, such as https://go.example.com; default: SIGNPOST_URL' },
  key: { type: 'string', means: 'API key; default: SIGNPOST_KEY, which other users of the machine cannot see' },
  user: { type: 'string', means: 'Without --url: email address of the account in the local store' },
};

/** A server, or the local store in its place. */
export interface ServerConnection {
  /** Without a slash at its end. */
  url: string;
  key: string;
  fetch(url: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

function readUrl(text: string): string {
  const url = URL.parse(text);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new UsageError(`--url must be the address of a server, such as https://go.example.com, not '${text}'`);
  }
  return url.origin + url.pathname.replace(/\/+$/, '');
}

/** Opens the store, and an API on it that acts for the account. */
async function openStoreOf(email: string, command: string): Promise<ServerConnection> {
  const config = readConfig();
  const runtime = createQuietRuntime();
  const { database } = await prepareStore(config, runtime);
  const { db, readDb } = database;
  const secret = loadSecret(config);
  const services = createServices({ db, readDb, config, secret, runtime });
  async function close(): Promise<void> {
    await services.feeds.close();
    await database.close();
  }
  const account = await services.accounts.findByEmail(email);
  if (!account) {
    await close();
    throw accountEmailUnknown({ email });
  }
  const handle = createLocalApi({ database, services, config, secret, runtime }, { userId: account.id, command });
  const peers = { requestIP: () => ({ address: '127.0.0.1' }) };
  return { url: config.baseUrl, key: 'local', fetch: async (to, init) => handle(new Request(to, init), peers), close };
}

function sendOut(url: string, init?: RequestInit): Promise<Response> {
  // biome-ignore lint/style/noRestrictedGlobals: the user chose the server, which may have a private address.
  return fetch(url, init);
}

/** Connects a command to the server of `--url`, or to the local store for `--user`. */
export async function connect(command: string, { url, key, user }: OptionValues): Promise<ServerConnection> {
  if (user !== undefined) {
    if (url !== undefined || key !== undefined)
      throw new UsageError('--user is for the local store, without --url and --key');
    return openStoreOf(String(user), command);
  }
  // biome-ignore lint/style/noProcessEnv: the server that a command talks to, and not the configuration of this one.
  const { SIGNPOST_URL, SIGNPOST_KEY } = process.env;
  const [address, secret] = [url ?? SIGNPOST_URL, key ?? SIGNPOST_KEY];
  if (address === undefined) throw new UsageError('--url and --key are required, or --user for the local store');
  if (secret === undefined) throw new UsageError('--key is required with --url');
  return { url: readUrl(String(address)), key: String(secret), fetch: sendOut, close: async () => {} };
}
