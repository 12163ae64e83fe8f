import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createPublicOutbound } from '../../src/app/outbound.ts';
import { readConfig } from '../../src/config/config.ts';
import { Forbidden } from '../../src/lib/outbound/destination.ts';
import { isForbiddenAddress } from '../../src/lib/outbound/forbidden-address.ts';
import {
  createOutbound,
  OUTBOUND_LIMITS,
  OUTBOUND_PORTS,
  type Outbound,
  OutboundError,
} from '../../src/lib/outbound/outbound.ts';
import { resolveName } from '../../src/lib/outbound/resolve-name.ts';
import { guards } from '../support/guards.ts';
import { fastestMs } from '../support/measure.ts';
import { INSIDE, LOCAL } from '../support/private-hosts.ts';
import { type RecordingServer, startRecordingServer } from '../support/recording-server.ts';

/** Expects a refusal with the generic message before any socket was opened. */
async function expectForbidden(work: Promise<unknown>): Promise<void> {
  const error = await work.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(OutboundError);
  const { message, cause } = error as OutboundError;
  expect(message).toBe('Nothing could be fetched from this address.');
  expect(cause).toBeInstanceOf(Forbidden);
}

describe('outbound requests', () => {
  // One server simulates the public internet, the other a private network; both count connections.
  let open: RecordingServer;
  let secret: RecordingServer;
  let location = '/';
  const names = new Map<string, string[][]>();

  /** Resolves a name with the next of its records; the last one repeats. */
  async function resolve(name: string): Promise<string[]> {
    const records = names.get(name) ?? [];
    return (records.length > 1 ? records.shift() : records[0]) ?? [];
  }

  function clientWith(ownHosts: string[] = []): Outbound {
    const isForbidden = (address: string) => address !== '127.0.0.1' && isForbiddenAddress(address);
    return createOutbound({ resolve, isForbidden, ports: [open.port], ownHosts, limits: OUTBOUND_LIMITS });
  }

  /** Counts the connections of both servers during the work. */
  async function countConnections(work: () => Promise<unknown>): Promise<{ open: number; secret: number }> {
    const before = [open.connections, secret.connections] as const;
    await work();
    return { open: open.connections - before[0], secret: secret.connections - before[1] };
  }

  beforeAll(async () => {
    open = await startRecordingServer({
      answer: ({ url }, response) => {
        if (url?.startsWith('/redirect')) response.writeHead(302, { Location: location }).end();
        else response.end('public');
      },
    });
    secret = await startRecordingServer({
      host: '127.0.0.2',
      port: open.port,
      answer: (_, response) => response.end('secret'),
    });
    names.set('public.example', [['127.0.0.1']]);
    names.set('private.example', [['127.0.0.2']]);
  });
  afterAll(async () => {
    await open.close();
    await secret.close();
  });

  test.each([...LOCAL.map((host) => [19, host]), ...INSIDE.map((host) => [20, host])] as [number, string][])(
    '%d: nothing is fetched from %s, and no connection is opened',
    async (_, host) => {
      guards('outbound-addresses');
      const ports = [open.port, 80, 443];
      const rules = { isForbidden: isForbiddenAddress, ports, ownHosts: [], limits: OUTBOUND_LIMITS };
      const client = createOutbound({ resolve: resolveName, ...rules });
      const connections = await countConnections(async () => {
        for (const port of ports) await expectForbidden(client.get(`http://${host}:${port}/`));
        await expectForbidden(client.get(`https://${host}/`));
      });
      expect(connections).toEqual({ open: 0, secret: 0 });
    },
  );

  test.each(INSIDE)('20: a name that resolves to %s is refused', async (host) => {
    guards('outbound-addresses');
    names.set('inside.example', [[host.replace(/^\[(.*)\]$/, '$1')]]);
    await expectForbidden(clientWith().get(`http://inside.example:${open.port}/`));
  });

  test.each([
    [['127.0.0.1', '127.0.0.2']],
    [['127.0.0.2', '127.0.0.1']],
    [['127.0.0.1', '127.0.0.1', '::ffff:10.0.0.1']],
    [['127.0.0.1', 'nonsense']],
    [[]],
  ])('21: a name that resolves to %j is refused completely', async (addresses) => {
    names.set('both.example', [addresses]);
    const connections = await countConnections(() =>
      expectForbidden(clientWith().get(`http://both.example:${open.port}/`)),
    );
    expect(connections).toEqual({ open: 0, secret: 0 });
  });

  test.each(['localhost', '127.1', 'public.example', ''])(
    '21: a resolved address of %j is refused, even if every address is allowed',
    async (text) => {
      guards('outbound-addresses');
      const rules = { isForbidden: () => false, ports: [open.port], ownHosts: [], limits: OUTBOUND_LIMITS };
      const client = createOutbound({ resolve: async () => [text], ...rules });
      const connections = await countConnections(() => expectForbidden(client.get(`http://a.example:${open.port}/`)));
      expect(connections).toEqual({ open: 0, secret: 0 });
    },
  );

  test('22: a name that resolves differently after the check changes nothing', async () => {
    guards('outbound-addresses');
    names.set('rebind.example', [['127.0.0.1'], ['127.0.0.2']]);
    const connections = await countConnections(async () => {
      const { bytes } = await clientWith().get(`http://rebind.example:${open.port}/`);
      expect(Buffer.from(bytes).toString()).toBe('public');
    });
    expect(connections).toEqual({ open: 1, secret: 0 });
    // The second record is still there: the name was resolved once.
    expect(await resolve('rebind.example')).toEqual(['127.0.0.2']);
  });

  test('22: a redirect to the same name is checked again with its new address', async () => {
    guards('outbound-addresses');
    names.set('rebind.example', [['127.0.0.1'], ['127.0.0.2']]);
    location = '/';
    const href = `http://rebind.example:${open.port}/redirect`;
    expect(await countConnections(() => expectForbidden(clientWith().get(href)))).toEqual({ open: 1, secret: 0 });
  });

  test.each([
    ...LOCAL.filter((host) => !isOpen(host)).map((host) => `http://${host}:PORT/`),
    ...INSIDE.map((host) => `http://${host}:PORT/`),
    ...['http://127.0.0.2:PORT/', '//127.0.0.2:PORT/', 'http://private.example:PORT/', '\\\\private.example:PORT\\'],
    ...['file:///etc/passwd', 'ftp://public.example/', 'gopher://public.example/', 'data:,x', 'javascript:1'],
    ...['http://a:b@public.example:PORT/', 'http://public.example:22/', 'http://[::1', 'blob:http://public.example/x'],
  ])('23: a redirect to %s is not followed', async (destination) => {
    location = destination.replace('PORT', String(open.port));
    const href = `http://public.example:${open.port}/redirect`;
    expect(await countConnections(() => expectForbidden(clientWith().get(href)))).toEqual({ open: 1, secret: 0 });
  });

  test.each([22, 25, 6379, 0, 79, 81, 8080, 65_535])('24: port %d is refused', async (port) => {
    guards('outbound-addresses');
    const isForbidden = () => false;
    const client = createOutbound({
      resolve,
      isForbidden,
      ports: OUTBOUND_PORTS,
      ownHosts: [],
      limits: OUTBOUND_LIMITS,
    });
    await expectForbidden(client.get(`http://public.example:${port}/`));
    await expectForbidden(client.get(`https://public.example:${port}/`));
  });

  test('25: a redirect loop ends after three redirects', async () => {
    guards('outbound-addresses');
    location = '/redirect/again';
    const href = `http://public.example:${open.port}/redirect`;
    expect(await countConnections(() => expectForbidden(clientWith().get(href)))).toEqual({ open: 4, secret: 0 });
  });

  test('26: our own database is refused by its name, by its address and by every other name that resolves to it', async () => {
    guards('outbound-addresses');
    names.set('db.example', [['127.0.0.1']]);
    names.set('alias.example', [['127.0.0.1']]);
    names.set('mapped.example', [['::ffff:127.0.0.1']]);
    location = `http://alias.example:${open.port}/`;
    const connections = await countConnections(async () => {
      for (const host of [
        'db.example',
        'DB.example.',
        'alias.example',
        'mapped.example',
        '127.0.0.1',
        '[::ffff:7f00:1]',
      ]) {
        await expectForbidden(clientWith(['db.example']).get(`http://${host}:${open.port}/`));
        await expectForbidden(clientWith(['127.0.0.1']).get(`http://${host}:${open.port}/`));
      }
    });
    expect(connections).toEqual({ open: 0, secret: 0 });
  });

  test('26: our own name is refused also if it resolves to another address each time, or to none', async () => {
    guards('outbound-addresses');
    names.set('db.example', [['127.0.0.1'], ['127.0.0.3']]);
    await expectForbidden(clientWith(['db.example']).get(`http://db.example:${open.port}/`));
    names.set('db.example', [[]]);
    await expectForbidden(clientWith(['db.example']).get(`http://db.example:${open.port}/`));
  });

  test('26: the outbound client of the server refuses its own database and Redis', async () => {
    guards('outbound-addresses');
    const urls = {
      DATABASE_URL: 'postgres://u:p@8.8.4.4/d?host=8.8.8.8,/run/pg',
      DATABASE_REPLICA_URL: 'postgres://u:p@8.8.4.8/d',
      REDIS_URL: 'redis://[2606:4700::1]:6379',
    };
    const client = createPublicOutbound(readConfig(urls));
    for (const host of ['8.8.4.4', '8.8.8.8', '8.8.4.8', '[2606:4700::1]', '[::ffff:8.8.8.8]', '[64:ff9b::808:808]'])
      await expectForbidden(client.get(`http://${host}/`));
  });

  test('neither the message nor the time reveals if a port is open, closed or unreachable', async () => {
    const client = createPublicOutbound(readConfig({}));
    const times: number[] = [];
    for (const host of [
      `127.0.0.2:${open.port}`,
      '127.0.0.2:80',
      '127.0.0.2',
      '10.255.255.1',
      'localhost',
      '[::1]:443',
    ]) {
      times.push(await fastestMs(3, () => expectForbidden(client.get(`http://${host}/`))));
    }
    // A connection without a response times out after two seconds.
    expect(Math.max(...times)).toBeLessThan(1_500);
    expect(secret.connections).toBe(0);
  });

  test.each([
    '',
    'x',
    '/etc/passwd',
    '//public.example/',
    'http://',
    'https://user:pass@public.example/',
    'http://a b/',
  ])('an invalid URL is refused: %j', async (href) => {
    await expectForbidden(clientWith().get(href));
  });
});

/** In these tests 127.0.0.1 counts as the public internet, in every spelling. */
function isOpen(host: string): boolean {
  return ['127.0.0.1', '127.0.0.1.', '[::ffff:7f00:1]'].includes(new URL(`http://${host}/`).hostname);
}
