import { expect, test } from 'bun:test';
import { addAccount } from '../support/add-account.ts';
import { newReadyEnvironment, onEachEngine } from '../support/engines.ts';
import { guards } from '../support/guards.ts';
import { startServer } from '../support/server-process.ts';
import { findService } from '../support/services.ts';
import { waitUntil } from '../support/wait.ts';

onEachEngine('two processes with one Redis [redis]', (engine) => {
  test('of 100 parallel requests with one key exactly 30 succeed', async () => {
    guards('rate-limits');
    // Two installations in one Redis database would share their buckets.
    const redisDatabase = engine === 'sqlite' ? 1 : 2;
    const redisUrl = `${await findService('redis')}/${redisDatabase}`;
    const environment = {
      ...(await newReadyEnvironment(engine)),
      REDIS_URL: redisUrl,
      SECRET: 'the same for both nodes',
    };
    const nodes = await Promise.all([startServer(environment), startServer(environment)]);
    const countOutages = () => nodes.map(({ output }) => output.stdout.split('Redis is unavailable').length).join();

    /** The statuses of 100 requests with a new key. */
    async function sendMany(round: number): Promise<number[]> {
      const headers = {
        Authorization: `Bearer ${await addAccount(environment, { email: `user${round}@example.com` })}`,
      };
      const requests = Array.from({ length: 100 }, (_, index) => nodes[index % 2]?.fetch('/api/account', { headers }));
      return (await Promise.all(requests)).map((answer) => answer?.status ?? 0);
    }

    // A node whose Redis does not reply within 250 ms counts for itself, and logs that. Nodes that have just started are that slow.
    let round = 0;
    const statuses = await waitUntil('Redis replies to both nodes in time', async () => {
      const before = countOutages();
      const answered = await sendMany(round++);
      return countOutages() === before && answered;
    });
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(70);
    await Promise.all(nodes.map((node) => node.end()));
  });
});
