import { rmSync } from 'node:fs';
import { startPostgres } from '../../scripts/services.ts';
import { addAccount } from '../support/add-account.ts';
import { newFolder, newPostgresUrl } from '../support/engines.ts';
import { type DisturbedDeliveries, killWhileSending } from '../support/webhook-kills.ts';

const SETTINGS = { SECRET: 'the same for both nodes', RATE_LIMIT: '1000000', WEBHOOK_ALLOW: 'loopback' };

async function run(name: string, nodes: number, own: Record<string, string>, kills: number) {
  const folders = Array.from({ length: nodes }, newFolder);
  const environments = folders.map((DATA_DIR) => ({ ...SETTINGS, ...own, DATA_DIR }));
  try {
    const key = await addAccount(environments[0] ?? {});
    const outcome = { name, ...(await killWhileSending(environments, key, kills)) };
    console.log(JSON.stringify(outcome));
    return outcome;
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

/** Kills servers while they send webhooks, on each engine and with two nodes; returns whether every event arrived unchanged. */
export async function runWebhookFaults(kills: number): Promise<boolean> {
  const postgres = await startPostgres();
  const outcomes: ({ name: string } & DisturbedDeliveries)[] = [];
  try {
    outcomes.push(await run('sqlite', 1, {}, kills));
    for (const nodes of [1, 2]) {
      const DATABASE_URL = await newPostgresUrl(postgres.url);
      outcomes.push(await run(`postgres, ${nodes} nodes`, nodes, { DATABASE_URL }, kills));
    }
  } finally {
    await postgres.stop();
  }
  console.table(outcomes);
  return outcomes.every(({ missing, changed }) => missing === 0 && changed === 0);
}
