import { benchApi } from './api.ts';

/** Each benchmark gives processor time of the server in microseconds a request; the first entry is the baseline. */
const benchmarks: Record<string, () => Promise<Record<string, number>>> = { api: benchApi };

function printTable(costs: Record<string, number>): void {
  const [baseline = 1] = Object.values(costs);
  console.log(`${'CPU of the server'.padEnd(32)}${'µs/request'.padStart(12)}${'ratio'.padStart(8)}`);
  for (const [name, micros] of Object.entries(costs)) {
    console.log(`${name.padEnd(32)}${micros.toFixed(1).padStart(12)}${(micros / baseline).toFixed(2).padStart(8)}`);
  }
}

async function main(names: string[]): Promise<number> {
  const unknown = names.filter((name) => !(name in benchmarks));
  if (unknown.length > 0) {
    console.error(`There is no benchmark ${unknown.join(', ')}. There are: ${Object.keys(benchmarks).join(', ')}.`);
    return 2;
  }
  for (const [name, run] of Object.entries(benchmarks)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const costs = await run();
    console.log(`\n${name}`);
    printTable(costs);
    console.log(JSON.stringify({ benchmark: name, unit: 'µs of CPU per request', costs }));
  }
  return 0;
}

process.exitCode = await main(process.argv.slice(2));
