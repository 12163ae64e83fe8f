import { invalidField, keyRequired } from '../core/errors.ts';
import type { Principal } from '../core/principal.ts';
import { ok } from '../http/envelope.ts';
import { clientGone, fileTooLarge, notOneFile } from '../http/failures.ts';
import { idParams } from '../http/fields.ts';
import { parseInput, parseJson } from '../http/read-input.ts';
import { type Route, route, streamUploadRoute } from '../http/route.ts';
import { formatDateTime } from '../lib/date-time.ts';
import { tooManyImports } from '../resources/links/import/link-import.ts';
import type { BackgroundImports } from './background-imports.ts';
import * as contract from './import.contract.ts';
import type { ImportReport, StoredRun } from './import.ts';
import { rightsOf } from './import-rights.ts';
import { importNotFound, importNotPossible, importRunning, tooManyUnfinishedImports } from './source-failures.ts';

const JSON_TYPE = 'application/json';
const MAX_BODY_BYTES = 64 * 1024;
const MAX_FILE_BYTES = 1024 * 1024 * 1024;
// Uploading a large dump takes a while.
const RESPONSE_TIMEOUT_SECONDS = 255;

const upload = {
  types: ['application/octet-stream', JSON_TYPE],
  maxBytes: MAX_FILE_BYTES,
  means: 'The file that the other service exported, or a dump of its database; at most 1 GB',
  json: contract.startImportBody,
};

function numbersOf({ unknownDomains: _, ...numbers }: ImportReport) {
  return numbers;
}

function toView(run: StoredRun): contract.RunView {
  const { rows, clicks, bots } = run.report;
  const seconds = Math.max((run.updatedAt - run.createdAt) / 1_000, 0.001);
  const left = run.done ? (seconds * (1 - run.done)) / run.done : undefined;
  return {
    id: run.id,
    from: run.product,
    host: run.host,
    status: run.status,
    dry_run: run.isDryRun,
    by_command: !run.isBackground,
    ...numbersOf(run.report),
    done: run.done ?? null,
    rate: rows + clicks + bots === 0 ? 0 : Math.round((rows + clicks + bots) / seconds),
    seconds_left: run.status === 'running' && left !== undefined ? Math.ceil(left) : null,
    reason: run.reason ? { code: run.reason.code, message: run.reason.message } : null,
    unknown_domains: run.report.unknownDomains,
    date: formatDateTime(run.createdAt),
    ended: run.endedAt === null ? null : formatDateTime(run.endedAt),
  };
}

function authorOf(caller: Principal) {
  return { owner: caller.workspaceId, userId: caller.userId, rights: rightsOf(caller) };
}

async function readBytes(stream: ReadableStream<Uint8Array> | null): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) throw fileTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export function importRoutes({ imports }: { imports: BackgroundImports }): Route[] {
  const group = 'Imports';
  const change = (verb: 'pause' | 'resume' | 'cancel', summary: string, message: string) =>
    route({
      method: 'POST',
      path: `/api/import/:id/${verb}`,
      scope: 'links:write',
      group,
      summary,
      params: idParams,
      answer: contract.importMessage,
      fails: [importNotFound, importNotPossible, ...(verb === 'resume' ? [importRunning] : [])],
      handle: async ({ caller, params }) => {
        await (verb === 'resume'
          ? imports.resume(authorOf(caller), params.id)
          : imports[verb](caller.workspaceId, params.id));
        return ok({ message });
      },
    });

  return [
    streamUploadRoute({
      method: 'POST',
      path: '/api/import/add',
      scope: 'links:write',
      group,
      summary:
        'Import links and their history from another service, by its address and key or from a file; it runs in the background',
      query: contract.startImportQuery,
      takes: upload,
      responseTimeoutSeconds: RESPONSE_TIMEOUT_SECONDS,
      answer: contract.startImportAnswer,
      fails: [notOneFile, fileTooLarge, importRunning, tooManyUnfinishedImports, tooManyImports, clientGone],
      handle: async ({ caller, connection, query, stream, fileType }) => {
        const author = authorOf(caller);
        // Some clients send JSON without its type.
        if (fileType === JSON_TYPE || (fileType === '' && query.from === undefined)) {
          const {
            domains = {},
            dry_run,
            ...body
          } = parseInput(contract.startImportBody, parseJson(await readBytes(stream)));
          const settings = { taken: body.taken ?? 'skip', tag: body.tag, unknownDomain: body.unknown_domain, domains };
          return ok({ id: await imports.addAddress(author, { ...body, settings, isDryRun: dry_run }) });
        }
        const { from, taken = 'skip', tag, unknown_domain: unknownDomain, domains, columns, dry_run } = query;
        if (from === undefined) throw invalidField('from', 'required');
        if (stream === null) throw notOneFile();
        const wanted = { from, settings: { taken, tag, unknownDomain, domains, columns }, isDryRun: dry_run === '1' };
        const id = await imports.addFile(author, wanted, {
          stream,
          maxBytes: MAX_FILE_BYTES,
          assertMayContinue: async () => {
            if (connection.signal.aborted) throw clientGone();
            if (!(await connection.isStillAllowed())) throw keyRequired();
          },
        });
        return ok({ id });
      },
    }),

    route({
      method: 'GET',
      path: '/api/imports',
      scope: 'links:read',
      group,
      summary: 'List imports, newest first',
      answer: contract.importsAnswer,
      handle: async ({ caller }) => ok({ data: { imports: (await imports.list(caller.workspaceId)).map(toView) } }),
    }),

    route({
      method: 'GET',
      path: '/api/import/:id',
      scope: 'links:read',
      group,
      summary: 'Read the status and the report of an import',
      params: idParams,
      answer: contract.importAnswerView,
      fails: [importNotFound],
      handle: async ({ caller, params }) => {
        const { run, conflicts } = await imports.get(caller.workspaceId, params.id);
        return ok({ data: { ...toView(run), report: numbersOf(run.report), conflicts } });
      },
    }),

    change('pause', 'Pause an import; when it is resumed, it continues where it stopped', 'Import has been paused'),
    change('resume', 'Resume a paused import', 'Import has been resumed'),
    change('cancel', 'Cancel an import; what it has saved is kept', 'Import has been canceled'),
  ];
}
