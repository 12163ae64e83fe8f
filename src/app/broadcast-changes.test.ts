import { expect, test } from 'bun:test';
import { newConfig } from '../../test/support/engines.ts';
import { openBus } from '../bus/open.ts';
import { NO_OTHER_WORKERS } from '../bus/other-workers.ts';
import { openStore } from '../db/open.ts';
import { parseInput } from '../http/read-input.ts';
import { createLog } from '../lib/log.ts';
import { addUserInput } from '../resources/account/account.contract.ts';
import { createSite } from './site.ts';

test('other workers receive the addresses of a changed link and no other field of it', async () => {
  const config = await newConfig('sqlite');
  const log = createLog('silent', () => {});
  const { database } = await openStore(config, Date.now());
  const sent: unknown[] = [];
  const otherWorkers = { ...NO_OTHER_WORKERS, broadcast: (message: unknown) => sent.push(message) };
  const bus = { ...openBus(config, log), otherWorkers };
  const site = await createSite({
    database,
    bus,
    config,
    runtime: { log, now: Date.now },
    options: { isOnOneThread: true },
  });
  const { accounts, links } = site.services;
  const { id: owner } = await accounts.add(
    parseInput(addUserInput, { email: 'a@example.com', password: 'correct horse 9', isAdmin: true }),
  );
  const { id } = await links.create(owner, { url: 'https://example.com/', custom: 'spring', password: 'open sesame' });
  await links.update(owner, id, { url: 'https://example.com/new' });
  await links.remove(owner, id);
  const at = { domainId: 0, alias: 'spring' };
  expect(sent).toEqual(
    [[at], [at, at], [at]].map((addresses) => ({ name: 'onLinkChanged', changed: { addresses, campaigns: [] } })),
  );
  await site.close();
});
