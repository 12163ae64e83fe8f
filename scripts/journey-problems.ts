import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { journeysOf } from '../test/journeys-of.ts';

const SCREENS = 'web/features';
const JOURNEYS = 'test/journeys';

/** Whether the file contains each of these words. The names of some tests are computed, so it is not only their names that count. */
function hasWords(file: string, words: string): boolean {
  const text = readFileSync(file, 'utf8');
  return words.split('|').every((part) => text.includes(part));
}

/** What the table of journeys lacks, and what it names that does not exist; one line each. */
export function findJourneyProblems(table = journeysOf): string[] {
  const entries = Object.keys(table);
  const screens = readdirSync(SCREENS).filter((name) => !entries.includes(`${SCREENS}/${name}/`));
  const listed = new Set(Object.values(table).flatMap((journeys) => journeys.map(({ file }) => file)));
  const journeys = readdirSync(JOURNEYS)
    .filter((name) => /^dashboard.*\.test\.ts$/.test(name))
    .filter((name) => !listed.has(`${JOURNEYS}/${name}`));
  const wrong = Object.entries(table).flatMap(([entry, rows]) =>
    rows
      .filter(({ file, tests }) => !existsSync(file) || (tests !== undefined && !hasWords(file, tests)))
      .map(
        ({ file, tests }) => `${entry} names ${tests === undefined ? file : `${file}: ${tests}`}, which is not there`,
      ),
  );
  return [
    ...screens.map((name) => `${SCREENS}/${name}/ has no journey in test/journeys-of.ts`),
    ...journeys.map((name) => `${JOURNEYS}/${name} belongs to no entry of test/journeys-of.ts`),
    ...wrong,
  ];
}
