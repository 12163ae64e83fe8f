import { invalidField, keyRequired, serverBusy } from '../../../core/errors.ts';
import { ok } from '../../../http/envelope.ts';
import { clientGone, fileTooLarge, notOneFile } from '../../../http/failures.ts';
import { parseJson, parseOutline } from '../../../http/read-input.ts';
import { type ConnectionFacts, type Route, uploadRoute } from '../../../http/route.ts';
import { showWarnings } from '../../../http/warnings.ts';
import type { LinkService } from '../link.service.ts';
import { warnAboutHost } from '../link.ts';
import type { LinkAddress } from '../link-event.ts';
import type { ColumnChoices } from './link-import.choices.ts';
import * as contract from './link-import.contract.ts';
import { countUnknownDomains } from './link-import.domains.ts';
import { type ImportFile, readCsvFile, readLinks } from './link-import.rows.ts';
import {
  type ImportedRow,
  MAX_IMPORT_BYTES,
  noRows,
  notUtf8,
  noUrlColumn,
  type RowOutcome,
  tooManyImports,
  tooManyRows,
} from './link-import.ts';

const JSON_TYPE = 'application/json';

const file = {
  types: ['text/csv', JSON_TYPE],
  maxBytes: MAX_IMPORT_BYTES,
  means: 'CSV in UTF-8 with a header line, at most 1,000 rows and 2 MB',
  json: contract.importLinksBody,
};

// Passwords are slow to hash on purpose: a thousand of them take more than a minute.
const RESPONSE_TIMEOUT_SECONDS = 240;

function isRefused(outcome: RowOutcome): outcome is Exclude<RowOutcome, ImportedRow> {
  return 'errors' in outcome;
}

function isKnown(link: ImportedRow['link']): link is ImportedRow['link'] & LinkAddress {
  return link.alias !== undefined;
}

async function assertMayContinue({ signal, isStillAllowed }: ConnectionFacts): Promise<void> {
  if (signal.aborted) throw clientGone();
  if (!(await isStillAllowed())) throw keyRequired();
}

export function linkImportRoutes({ links }: { links: LinkService }): Route[] {
  async function readFile(bytes: Uint8Array, type: string, columns: ColumnChoices | undefined): Promise<ImportFile> {
    if (type !== JSON_TYPE) return readCsvFile(bytes, columns);
    if (columns) throw invalidField('columns', 'columns_not_used');
    return readLinks(parseOutline(contract.uncheckedLinks, parseJson(bytes)).links, contract.importedFields);
  }

  async function toViews(outcomes: RowOutcome[]): Promise<contract.RowView[]> {
    const addressed = outcomes.flatMap((outcome) => (isRefused(outcome) ? [] : [outcome.link])).filter(isKnown);
    const shortUrlOf = await links.readShortUrls(addressed);
    return outcomes.map((outcome) => {
      if (isRefused(outcome)) return outcome;
      const { row, isExisting, renamed, link } = outcome;
      const warning = warnAboutHost(link.url);
      return {
        row,
        ...(link.id !== undefined && { id: link.id }),
        ...(isKnown(link) && { shorturl: shortUrlOf(link) }),
        ...(isExisting && { existing: true as const }),
        ...(renamed !== undefined && { renamed }),
        ...showWarnings(warning ? [warning] : []),
      };
    });
  }

  return [
    uploadRoute({
      method: 'POST',
      path: '/api/urls/import',
      scope: 'links:write',
      group: 'Links',
      summary: 'Import links from another service; rows are validated individually',
      query: contract.importQuery,
      takes: file,
      responseTimeoutSeconds: RESPONSE_TIMEOUT_SECONDS,
      answer: contract.importAnswer,
      fails: [
        notOneFile,
        fileTooLarge,
        noUrlColumn,
        notUtf8,
        noRows,
        tooManyRows,
        tooManyImports,
        clientGone,
        serverBusy,
      ],
      handle: async ({ caller, connection, query, file: bytes, fileType }) => {
        const { columns, ...options } = query;
        const { rows, ignored } = await readFile(bytes, fileType, columns);
        const outcomes = await links.importLinks(caller.workspaceId, rows, options, () =>
          assertMayContinue(connection),
        );
        const refused = outcomes.filter(isRefused).length;
        const existing = outcomes.filter((outcome) => !isRefused(outcome) && outcome.isExisting).length;
        const imported = outcomes.length - refused - existing;
        const unknown = Array.from(countUnknownDomains(outcomes), ([domain, count]) => ({ domain, rows: count }));
        const counts = { imported, existing, refused };
        return ok({ ...counts, ignored, unknown_domains: unknown, rows: await toViews(outcomes) });
      },
    }),
  ];
}
