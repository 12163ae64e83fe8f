import { constants, setPriority } from 'node:os';
import { resolve } from 'node:path';
import type { Services } from '../app/services.ts';
import { countOf } from '../backup/progress.ts';
import { parseInput } from '../http/read-input.ts';
import type { CommandImport, ImportResult } from '../imports/import.service.ts';
import { ANY_DOMAIN, type ImportSettings } from '../imports/import.ts';
import { type ImportProduct, importProducts, type SourceInput } from '../imports/source.ts';
import { createSourceClient } from '../imports/source-client.ts';
import { fetchForCommand } from '../lib/outbound/command-fetch.ts';
import { accountEmailUnknown } from '../resources/account/account.ts';
import { readColumnPairs } from '../resources/links/import/link-import.choices.ts';
import { importQuery } from '../resources/links/import/link-import.contract.ts';
import { type Command, type OptionValues, UsageError } from './command.ts';
import { createImportProgress, describeExisting } from './import-progress.ts';
import { withServices } from './open-services.ts';
import { type ImportRefusals, openRefusals } from './refusals.ts';

function readProduct(from: OptionValues[string]): ImportProduct {
  const product = importProducts.find((one) => one === (from ?? 'csv'));
  if (!product) throw new UsageError(`--from must be one of ${importProducts.join(', ')}`);
  return product;
}

async function readSource({ file, url, key }: OptionValues): Promise<SourceInput> {
  if ((file === undefined) === (url === undefined)) {
    throw new UsageError(file === undefined ? '--file or --url is required' : '--file and --url exclude each other');
  }
  if (file !== undefined) {
    if (!(await Bun.file(String(file)).exists())) throw new UsageError(`--file not found: ${file}`);
    return { kind: 'file', path: resolve(String(file)) };
  }
  const root = URL.parse(String(url));
  if (!root || !['http:', 'https:'].includes(root.protocol)) throw new UsageError('--url must be a web address');
  if (key === undefined) throw new UsageError('--key is required with --url');
  const client = createSourceClient({ send: fetchForCommand, sleep: (ms) => Bun.sleep(ms) });
  return { kind: 'address', url: root.href.replace(/\/+$/, ''), key: String(key), client };
}

/** `SOURCE=TARGET` moves one domain, `TARGET` all of them. */
function readDomains(given: OptionValues[string]): Record<string, string> {
  const words = Array.isArray(given) ? given : [];
  const pairs = words.map((word) => {
    const [source = '', target] = word.split('=', 2);
    if (target === '' || source === '') throw new UsageError(`--domain must be SOURCE=TARGET, not ${word}`);
    return target === undefined ? [ANY_DOMAIN, source] : [source.toLowerCase(), target];
  });
  return Object.fromEntries(pairs) as Record<string, string>;
}

function readSettings(given: OptionValues): ImportSettings {
  const { taken, tag, 'unknown-domain': unknown_domain } = given;
  const options = parseInput(importQuery, { taken, tag, unknown_domain });
  return {
    taken: options.taken,
    tag: options.tag,
    unknownDomain: options.unknownDomain,
    domains: readDomains(given.domain),
    ...(Array.isArray(given.column) && { columns: readColumnPairs(given.column) }),
  };
}

/** The file of rejected rows, if the source is a CSV file. */
function readRefusedPath({ refused, file }: OptionValues): string | undefined {
  if (file === undefined) return undefined;
  const path = String(refused ?? `${file}.refused.csv`);
  if (resolve(path) === resolve(String(file))) throw new UsageError('--refused must not be the same file as --file');
  return path;
}

interface Imported extends ImportResult {
  /** Columns that are not imported, if the source is a CSV file. */
  ignored: string[] | undefined;
}

async function runImport(
  { imports, accounts, feeds }: Services,
  email: string,
  wanted: CommandImport,
  refusals: ImportRefusals | undefined,
): Promise<Imported> {
  const account = await accounts.findByEmail(email);
  if (!account) throw accountEmailUnknown({ email });
  const progress = createImportProgress();
  let ignored: string[] | undefined;
  try {
    const result = await imports.runNow(account.id, wanted, ({ columns }, resumed) => {
      if (columns) refusals?.begin(columns.head);
      ignored = columns?.ignored;
      if (resumed) {
        progress.begin(resumed);
        process.stderr.write('Continuing an earlier import of the same source, which was interrupted.\n');
      }
      return {
        onProgress: progress.report,
        onRefused: async ({ cells }, errors) => {
          if (cells) await refusals?.add(cells, errors);
        },
      };
    });
    return { ...result, ignored };
  } finally {
    progress.end();
    await feeds.close();
  }
}

function describe({ report, ignored = [] }: Imported, isDryRun: boolean, refusedPath: string | undefined): string {
  const { rows, imported, existing, refused, clicks, undated, unknownDomains } = report;
  const done = isDryRun ? 'would be imported' : 'imported';
  const where = refusedPath === undefined ? '' : ` Rejected rows and reasons: ${refusedPath}`;
  const domains = Object.entries(unknownDomains)
    .map(([name, count]) => `${name} (${count})`)
    .join(', ');
  const lines = [
    `${countOf(rows, 'link')}: ${imported} ${done}, ${describeExisting(existing)}, ${refused} rejected.${where}`,
    clicks > 0 && `${countOf(clicks, 'click')} ${done}, ${undated} of them without a date.`,
    ignored.length > 0 && `Ignored columns: ${ignored.join(', ')}.`,
    domains !== '' && `On the main host, because the account does not have their domains: ${domains}.`,
  ];
  return lines.filter(Boolean).join('\n');
}

/** Imports links and their history from another service. */
export const importLinks: Command = {
  name: 'import',
  summary: 'Import links and their history from another service',
  options: {
    from: { type: 'string', means: `${importProducts.join(', ')}; defaults to csv` },
    file: { type: 'string', means: 'File that the other service exported, or a dump of its database' },
    url: { type: 'string', means: 'Address of the other service, such as https://s.example.com' },
    key: { type: 'string', means: 'API key of the other service' },
    user: { type: 'string', means: 'Email address of the account that gets the links', isRequired: true },
    domain: {
      type: 'string',
      means: 'SOURCE=TARGET: domain for the links of a source domain; TARGET: for all. Can be repeated',
      isList: true,
    },
    column: {
      type: 'string',
      means:
        'FIELD=COLUMN: column of a CSV file for a field such as url, alias, title, clicks or created; its name, or its number from 1. Can be repeated',
      isList: true,
    },
    taken: { type: 'string', means: 'If an alias is taken: skip (default) or rename' },
    tag: { type: 'string', means: 'Tag to add to all imported links' },
    'unknown-domain': {
      type: 'string',
      means: 'If the account does not have a domain: main (put its links on the main host) or refuse',
    },
    refused: { type: 'string', means: 'File for rejected rows of a CSV file; defaults to FILE.refused.csv' },
    'dry-run': { type: 'boolean', means: 'Check only, import nothing' },
  },

  async run(given) {
    const product = readProduct(given.from);
    const settings = readSettings(given);
    const refusedPath = readRefusedPath(given);
    const isDryRun = given['dry-run'] === true;
    const input = await readSource(given);
    // Lowers the priority, so that a server on the same CPU goes first.
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    const refusals = refusedPath === undefined ? undefined : openRefusals(refusedPath);
    try {
      const imported = await withServices((services) =>
        runImport(services, String(given.user), { product, input, settings, isDryRun }, refusals),
      );
      const { unknownDomains, misses, ...numbers } = imported.report;
      const written = refusals?.isWritten ? refusedPath : undefined;
      return {
        json: {
          ...numbers,
          ...(misses > 0 && { misses }),
          ...(imported.ignored && { ignored: imported.ignored }),
          ...(Object.keys(unknownDomains).length > 0 && { unknown_domains: unknownDomains }),
          ...(written !== undefined && { file: written }),
          conflicts: imported.conflicts,
        },
        text: describe(imported, isDryRun, written),
      };
    } finally {
      await refusals?.close();
    }
  },
};
