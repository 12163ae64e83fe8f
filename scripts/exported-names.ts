import { join } from 'node:path';
import { Glob } from 'bun';

/** A name that several files may export, and why. */
interface Exception {
  name: string;
  reason: string;
}

const exceptions: Exception[] = [
  {
    name: 'Screen',
    reason: 'each feature of the dashboard exports its screen under this name, which the router loads',
  },
  { name: 'Link', reason: 'the noun, and the element of the dashboard that navigates, which every router calls so' },
  { name: 'Page', reason: 'one part of a list, and the element that lays out a screen of the dashboard' },
  { name: 'Statistics', reason: 'what an endpoint reads, and the component that draws it' },
  { name: 'Language', reason: 'the same list of languages for pages, texts and the dashboard' },
  { name: 'Texts', reason: 'the catalogs of the public pages and of the dashboard' },
  { name: 'chooseLanguage', reason: 'pages/texts wraps the function of agent/language for requests' },
  { name: 'Message', reason: 'a page that shows a message, and a text with parameters' },
  { name: 'Candidate', reason: 'a link that a rotator may pick, as the store finds it and as it is drawn' },
  { name: 'ClickView', reason: 'a click in a feed, and a click in a list' },
  { name: 'Conditions', reason: 'the conditions of a link, as they are stored and as they are matched' },
  { name: 'LinkExtras', reason: 'the rows beside a link, and the view of them' },
  { name: 'Step', reason: 'a step of click processing, and one of reading a geo record' },
  { name: 'Visit', reason: 'a request to a link, and what the counter reads of it' },
  { name: 'isPerson', reason: 'the same question about a request and about a stored click' },
  { name: 'keyOf', reason: 'the cache key of a link, and the key of a rollup' },
  { name: 'readMark', reason: 'a position in the journal, and a version of statistics' },
  { name: 'Parameter', reason: 'a parameter of a query, and its description in OpenAPI' },
];

const DECLARATION =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|class|const|let|interface|type|enum) ([A-Za-z_$][\w$]*)/gm;

/** The files of a checkout that declare each exported name; re-exports do not count. */
async function findDeclarations(checkout: string): Promise<Map<string, string[]>> {
  const files = [...new Glob('{src,web}/**/*.{ts,tsx}').scanSync(checkout)].filter((file) => !file.includes('.test.'));
  const declarations = new Map<string, string[]>();
  for (const file of files.sort()) {
    const text = await Bun.file(join(checkout, file)).text();
    const names = new Set([...text.matchAll(DECLARATION)].map(([, name = '']) => name));
    for (const name of names) declarations.set(name, [...(declarations.get(name) ?? []), file]);
  }
  return declarations;
}

/** Names that several files export, except those that are listed; one line each. */
export async function findDuplicateNames(checkout = '.'): Promise<string[]> {
  const duplicates = new Map([...(await findDeclarations(checkout))].filter(([, files]) => files.length > 1));
  const allowed = new Set(exceptions.map(({ name }) => name));
  return [...duplicates]
    .filter(([name]) => !allowed.has(name))
    .map(([name, files]) => `${name} is exported by ${files.join(', ')}`)
    .sort();
}
