import { Signpost, type SignpostClient, SignpostError } from '../../client/index.ts';
import { checkNewLinks, executePlan } from './code/execute.ts';
import { readFile, type WantedState } from './code/file.ts';
import { readInlineLogos } from './code/logo.ts';
import { domainHostOf } from './code/noun.ts';
import { findInvalid, findUnknownNames, type HasPassword, type PlannedChange, planChanges } from './code/plan.ts';
import { listChanges, showPlan } from './code/show-plan.ts';
import { type ReferredNoun, readState, type ServerState } from './code/state.ts';
import { type Command, UsageError } from './command.ts';
import { CommandFailure } from './command-failure.ts';
import { connect, connectionOptions, type ServerConnection } from './connect.ts';

// A pipeline waits as long as the server asks it to.
const MAX_RETRIES = 1_000;

/** A client of the server that a command is connected to. */
export function createClient({ url, key, fetch }: ServerConnection): SignpostClient {
  return new Signpost({ url, key, fetch: fetch as typeof globalThis.fetch, maxRetries: MAX_RETRIES });
}

/** Explains a failed request in the words of the server. */
export function explainRequest(error: unknown): never {
  if (!(error instanceof SignpostError)) throw error;
  throw new CommandFailure(
    error.message,
    error.errors.map(({ field, message }) => `${field}: ${message}`),
  );
}

async function readText(path: string): Promise<string> {
  if (path === '-') return Bun.stdin.text();
  const file = Bun.file(path);
  if (!(await file.exists())) throw new UsageError(`file not found: ${path}`);
  return file.text();
}

/** Reads the main host as no domain, as the server does. */
function leaveOutMainHost(wanted: WantedState, url: string): void {
  for (const { fields } of [...(wanted.links ?? []), ...(wanted.qr ?? [])])
    if (domainHostOf(fields.domain) === new URL(url).host) delete fields.domain;
}

/** Whether the key of a request may only read. */
function isReadOnly(error: unknown): boolean {
  return error instanceof SignpostError && error.code === 'scope_missing';
}

/** Asks the server, which knows only a hash. */
function createHasPassword(client: SignpostClient): HasPassword {
  return async ({ id, fields }, password) => {
    const body = { url: String(fields.url), password };
    const input = { params: { id }, query: { dry_run: '1' as const }, body };
    const { changes = {} } = await client.request('PUT /api/url/:id/update', input);
    return !('password' in changes);
  };
}

function refuse(file: string, problems: [line: number, problem: string][]): void {
  if (problems.length === 0) return;
  const lines = problems.sort(([one], [other]) => one - other).map(([line, problem]) => `${file}:${line}: ${problem}`);
  throw new CommandFailure('Nothing was changed, because of errors in the file', lines);
}

/** What the links of a file refer to. */
function findReferred({ links = [] }: WantedState): Set<ReferredNoun> {
  const referred = new Set<ReferredNoun>();
  for (const { fields } of links) {
    if (fields.pixels !== undefined) referred.add('pixels');
    if (String(fields.type).startsWith('overlay:')) referred.add('overlays');
    if (String(fields.type).startsWith('splash:')) referred.add('splash');
  }
  return referred;
}

/** Plans the changes, and makes sure that they can be made, as far as the key allows it. */
async function plan(
  client: SignpostClient,
  file: string,
  wanted: WantedState,
  { isPruning, isOnlyPlan }: { isPruning: boolean; isOnlyPlan: boolean },
): Promise<{ changes: PlannedChange[]; state: ServerState }> {
  /** A pipeline may show a plan with a key that may only read. */
  const unlessReadOnly = <T>(instead: T) => {
    return (error: unknown): T => {
      if (isOnlyPlan && isReadOnly(error)) return instead;
      throw error;
    };
  };
  const compare = createHasPassword(client);
  const hasPassword: HasPassword = (link, password) => compare(link, password).catch(unlessReadOnly(true));
  refuse(file, await readInlineLogos(wanted.qr ?? []));
  const isNeeded = (noun: keyof WantedState) => wanted[noun] !== undefined;
  const state = await readState(client, isNeeded, findReferred(wanted));
  refuse(file, findUnknownNames(wanted, state));
  const changes = await planChanges(wanted, state, { isPruning, hasPassword });
  refuse(file, findInvalid(changes));
  refuse(file, await checkNewLinks(client, changes, state.directories).catch(unlessReadOnly([])));
  return { changes, state };
}

/** Makes the server as a file describes it. */
export const apply: Command = {
  name: 'apply',
  summary: 'Create and change links, campaigns, channels, domains and QR codes to match a YAML file',
  argument: { name: 'file', means: 'YAML file, such as `signpost dump` writes it; - for standard input' },
  options: {
    plan: { type: 'boolean', means: 'Only print what would change; exit code 2 if something would' },
    prune: { type: 'boolean', means: 'Also delete what is not in the file, for the keys that the file has' },
    ...connectionOptions,
  },
  // 2 means that the plan has changes.
  usageExitCode: 1,

  async run({ file, plan: isPlan, prune, ...given }) {
    const path = String(file);
    const wanted = readFile(path, await readText(path));
    const connection = await connect('apply', given);
    const isDone = isPlan !== true;
    try {
      const client = createClient(connection);
      leaveOutMainHost(wanted, connection.url);
      const { changes, state } = await plan(client, path, wanted, {
        ...{ isPruning: prune === true, isOnlyPlan: !isDone },
      }).catch(explainRequest);
      if (isDone) await executePlan(client, changes, state.directories).catch(explainRequest);
      return {
        text: showPlan(changes, isDone),
        json: listChanges(changes),
        exitCode: isDone || changes.length === 0 ? 0 : 2,
      };
    } finally {
      await connection.close();
    }
  },
};
