import { expect } from 'bun:test';
import { RedisClient } from 'bun';
import { addAccount } from '../support/add-account.ts';
import { newReadyEnvironment, onEachEngine } from '../support/engines.ts';
import { guards } from '../support/guards.ts';
import { startServer } from '../support/server-process.ts';
import { findService } from '../support/services.ts';
import { timedTest } from '../support/timed-test.ts';

/** Removes the rate windows of an earlier attempt. */
async function emptyRedis(url: string): Promise<void> {
  const client = new RedisClient(url);
  await client.send('FLUSHDB', []);
  client.close();
}

onEachEngine('two processes with one Redis [redis]', (engine) => {
  // Timed, because a node whose Redis does not reply within 250 ms counts for itself.
  timedTest('of 100 parallel requests with one key exactly 30 succeed', async () => {
    guards('rate-limits');
    // Two installations in one Redis database would share their buckets.
    const redisDatabase = engine === 'sqlite' ? 1 : 2;
    const redisUrl = `${await findService('redis')}/${redisDatabase}`;
    await emptyRedis(redisUrl);
    const environment = {
      ...(await newReadyEnvironment(engine)),
      REDIS_URL: redisUrl,
      SECRET: 'the same for both nodes',
    };
    const nodes = await Promise.all([startServer(environment), startServer(environment)]);
    const headers = { Authorization: `Bearer ${await addAccount(environment)}` };
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => nodes[index % 2]?.fetch('/api/account', { headers })),
    );
    expect(answers.filter((answer) => answer?.status === 200)).toHaveLength(30);
    expect(answers.filter((answer) => answer?.status === 429)).toHaveLength(70);
    await Promise.all(nodes.map((node) => node.end()));
  });
});
