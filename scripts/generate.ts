import { createRoutes } from '../src/app/routes.ts';
import type { Services } from '../src/app/services.ts';
import { settings } from '../src/config/settings.ts';
import { version } from '../src/config/version.ts';
import type { Failure } from '../src/core/errors.ts';
import { statusOf } from '../src/http/error-response.ts';
import { commonFailures } from '../src/http/failures.ts';
import { describeApi } from '../src/http/openapi.ts';
import type { Route } from '../src/http/route.ts';
import { glyphOutlinesFile } from './glyph-outlines.ts';
import { referencePage } from './reference-table.ts';
import { securityPage } from './security-page.ts';
import { findGuards, findMarks } from './test-marks.ts';
import { textTypesFile } from './text-types.ts';
import { endpointsFile } from './web-endpoints.ts';
import { worldMapFile } from './world-map.ts';

/** The endpoints without services: describing them calls no handler. */
function describableRoutes(): Route[] {
  return createRoutes({ services: {} as Services, baseUrl: 'http://localhost:3000', now: Date.now });
}

function errorRow({ kind, code, message, remedy }: Failure, where: string): string {
  return `| ${statusOf[kind]} | \`${code}\` | ${message} | ${where} | ${remedy} |`;
}

function errorsPage(routes: Route[]): string {
  const places = new Map<Failure, string[]>();
  for (const { method, path, fails = [] } of routes) {
    for (const failure of fails) places.set(failure, [...(places.get(failure) ?? []), `\`${method} ${path}\``]);
  }
  const rows = [
    ...commonFailures.map((failure) => errorRow(failure, 'everywhere')),
    ...[...places].map(([failure, where]) => errorRow(failure, where.join(', '))),
    '| 500 | `internal_error` | Something went wrong on our side. | everywhere | Give the operator the `request_id`; the cause is in the log under it. |',
  ];
  return [
    '# Errors',
    '',
    'Made from the code by `npm run generate`. Every failed request answers with `error` 1, a `message`, and the `code` below.',
    'For invalid input, `errors` names each field and says what is wrong with it.',
    '',
    '| Status | Code | Message | Where | What to do |',
    '|---|---|---|---|---|',
    ...rows.sort(),
    '',
  ].join('\n');
}

function configurationTable(): string {
  const rows = Object.values(settings).map(
    ({ name, fallback, means }) => `| \`${name}\` | ${fallback === '' ? 'nobody' : fallback} | ${means} |`,
  );
  return ['| Variable | If not set | Meaning |', '|---|---|---|', ...rows].join('\n');
}

const MARKED = /(<!-- configuration -->\n)[\s\S]*?(\n<!-- end -->)/;

async function readmeText(): Promise<string> {
  const text = await Bun.file('README.md').text();
  if (!MARKED.test(text)) throw new Error('README.md has lost the marks of its configuration table');
  return text.replace(MARKED, (_, before, after) => before + configurationTable() + after);
}

/** Every generated file and its expected content. */
async function generate(): Promise<Record<string, string>> {
  const routes = describableRoutes();
  const description = describeApi(routes, version);
  return {
    'docs/openapi.json': `${JSON.stringify(description, null, 2)}\n`,
    'src/qr/inter-outlines.txt': await glyphOutlinesFile(),
    'src/texts/catalogues.ts': textTypesFile(),
    'web/lib/endpoints.ts': endpointsFile(description),
    'web/ui/charts/world-shapes.ts': await worldMapFile(),
    'docs/errors.md': errorsPage(routes),
    'docs/reference.md': referencePage(await findMarks()),
    'docs/security.md': securityPage(await findGuards()),
    'README.md': await readmeText(),
  };
}

/** The generated files that differ from the code. */
export async function findDrift(): Promise<string[]> {
  const stale: string[] = [];
  for (const [path, text] of Object.entries(await generate())) {
    const file = Bun.file(path);
    if (!(await file.exists()) || (await file.text()) !== text) stale.push(path);
  }
  return stale;
}

if (import.meta.main) {
  for (const [path, text] of Object.entries(await generate())) await Bun.write(path, text);
}
