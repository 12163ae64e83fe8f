import type { Group } from '../test/reference/group.ts';
import { groups, pending, sections } from '../test/reference/reference.ts';
import { type Mark, testLink } from './test-marks.ts';

interface Row {
  group: string;
  name: string;
  /** Whether it is a request field, a response field, or the endpoint itself. */
  part: 'has' | 'asks' | 'answers';
  marks: Mark[];
}

const all: Record<string, Group> = groups;

function nounOf(group: string): string {
  return group.split('.')[0] ?? group;
}

function rowsOf(group: string, { has = [], asks = [], answers = [] }: Group, marks: Mark[]): Row[] {
  const own = marks.filter((mark) => mark.group === group);
  const row = (part: Row['part'], name: string): Row => ({
    group,
    name,
    part,
    marks: own.filter((mark) => mark.name === (part === 'answers' ? `answer.${name}` : name)),
  });
  return [
    ...has.map((name) => row('has', name)),
    ...asks.map((name) => row('asks', name)),
    ...answers.map((name) => row('answers', name)),
  ];
}

/** The problem of a mark, if it is invalid. */
function problemWith({ group, name, file, test, words }: Mark): string | undefined {
  const found = all[group];
  const where = `${file}: ${test ?? 'outside of any test'}: ${group} ${name}`;
  if (!found || rowsOf(group, found, []).every((row) => ![row.name, `answer.${row.name}`].includes(name)))
    return `${where} is no name of the reference`;
  if (test === undefined) return `${where} stands in no test`;
  const field = name.replace(/^answer\./, '');
  if (field === 'message' && found.says !== undefined && ![...words].some((word) => word.includes(found.says ?? '')))
    return `${where} is marked, but the test does not hold the sentence "${found.says}"`;
  // Descriptive names and path parameters do not occur literally in tests.
  if (field.includes(' ') || field.startsWith(':')) return undefined;
  const missing = field.split('.').find((part) => ![...words].some((word) => new RegExp(`\\b${part}\\b`).test(word)));
  return missing === undefined ? undefined : `${where} is marked, but the test does not hold the word ${missing}`;
}

/** All problems of the table: invalid marks, rows without a test, and pending nouns that are complete. */
export function findProblems(marks: Mark[], isPending: string[] = pending): string[] {
  const wrong = marks.map(problemWith).filter((problem) => problem !== undefined);
  const open = Object.entries(all)
    .flatMap(([name, group]) => rowsOf(name, group, marks))
    .filter((row) => row.marks.length === 0);
  const empty = open
    .filter(({ group }) => !isPending.includes(nounOf(group)))
    .map(({ group, name, part }) => `nothing proves ${group} ${part === 'answers' ? 'answer.' : ''}${name}`);
  const done = isPending
    .filter((noun) => !open.some(({ group }) => nounOf(group) === noun))
    .map((noun) => `${noun} is proved in full: take it off the list in test/reference/reference.ts`);
  return [...wrong, ...empty, ...done];
}

const PARTS = { has: '', asks: 'asked', answers: 'answered' };

function tableRow({ name, part, marks }: Row, says: string | undefined): string {
  const proofs = [...new Set(marks.map(testLink))].join('<br>') || '*not yet*';
  const sentence = part === 'answers' && name === 'message' && says !== undefined ? `: ${says}` : '';
  const shown = name.includes(' ') ? name : `\`${name}\``;
  return `| ${shown}${sentence} | ${PARTS[part]} | ${proofs} |`;
}

function groupText(name: string, group: Group, marks: Mark[]): string[] {
  const title = /^[A-Z]+ \//.test(group.title) ? `\`${group.title}\`` : group.title;
  const rows = rowsOf(name, group, marks).map((row) => tableRow(row, group.says));
  return [`### ${title}`, '', '| Name | | Proved by |', '|---|---|---|', ...rows, ''];
}

/** The page that lists, for every item of the API reference, the tests that prove it. */
export function referencePage(marks: Mark[]): string {
  const parts = sections.flatMap(([number, title]) => [
    `## ${number} ${title}`,
    '',
    ...Object.entries(all)
      .filter(([, { section }]) => section === number)
      .flatMap(([name, group]) => groupText(name, group, marks)),
  ]);
  return [
    '# The API reference and its proofs',
    '',
    'Made by `npm run generate` from `test/reference` and from the `proves(…)` in the tests. Each row is a name of the API',
    'reference, by its sections, with the tests that would fail if it were not kept. The sentences of section 4.10 stand in the',
    'rows of `message`; sections 1, 3, 6 and 9 name nothing that could be asked for.',
    '',
    ...parts,
  ].join('\n');
}
