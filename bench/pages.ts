import type { ShownBlock } from '../src/pages/bio/bio-blocks.ts';
import { type BioFacts, buildBioPage, measureBioPage } from '../src/pages/bio/bio-page.ts';
import { themeNames } from '../src/pages/bio/themes.ts';
import { richBio } from '../test/support/bio-facts.ts';
import type { Bench } from './measure.ts';

const WARM_UP = 2_000;
const ROUNDS = 5_000;
const SAMPLES = 5;

const link: ShownBlock = {
  type: 'link',
  path: '/someone-known/1234567',
  title: 'Thirty letters make one title.',
  note: '',
  isFeatured: false,
};

/** CPU microseconds for one page: the minimum of several samples, because the machine is shared. */
function cost(facts: BioFacts): number {
  const samples: number[] = [];
  for (let round = 0; round < WARM_UP; round += 1) buildBioPage(facts);
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const before = process.cpuUsage();
    for (let round = 0; round < ROUNDS; round += 1) buildBioPage(facts);
    const { user, system } = process.cpuUsage(before);
    samples.push((user + system) / ROUNDS);
  }
  return Math.min(...samples);
}

/** The cost of building a bio page from its data, and its size. */
export async function benchPages(): Promise<Bench[]> {
  const pages: Record<string, BioFacts> = {
    'fourteen blocks of all types': richBio,
    'the same in a color of the owner': { ...richBio, accent: [200, 30, 90] },
    'a hundred links': { ...richBio, blocks: Array.from({ length: 100 }, () => link) },
  };
  const entries = Object.entries(pages);
  const costs = Object.fromEntries(entries.map(([name, facts]) => [name, cost(facts)]));
  const sizes = Object.fromEntries(
    entries.map(([name, facts]) => [
      name,
      Math.max(...themeNames.map((theme) => measureBioPage({ ...facts, theme }))) / 1000,
    ]),
  );
  const largest = (values: Record<string, number>) => Math.max(...Object.values(values));
  return [
    {
      title: 'CPU to build a bio page',
      unit: 'µs',
      values: costs,
      claims: [{ text: 'the most', value: largest(costs), unit: ' µs', atMost: 200 }],
    },
    {
      title: 'Size of a bio page before its pictures, in its largest theme',
      unit: 'KB',
      values: sizes,
      claims: [{ text: 'the most', value: largest(sizes), unit: ' KB', atMost: 20 }],
    },
  ];
}
