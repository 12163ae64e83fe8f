import { describe, expect, test } from 'bun:test';
import { createHosts } from './hosts.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '127.8.9.1', '[::1]'];

describe('with BASE_URL set', () => {
  const hosts = () => createHosts('https://sgn.example:8443', true);

  test.each([
    'https://sgn.example:8443/a',
    'http://sgn.example/a',
    'https://SGN.Example/a',
    'https://sgn.example./a',
    'https://sgn.example.:99/',
    'http://localhost/a',
    'http://LOCALHOST:3000/a?x=http://evil.example/',
    'http://127.0.0.1:3000/a',
    'http://[::1]:3000/a',
    'http://[::1]/a',
  ])('%s is on the main host', (url) => {
    expect(hosts().isMain(url)).toBe(true);
  });

  test.each([
    'https://evil.example/a',
    'https://sgn.example.evil.example/a',
    'https://xsgn.example/a',
    'https://example/a',
    'https://evil.example/sgn.example/',
    'https://evil.example?https://sgn.example/',
    'https://sgn.example@evil.example/a',
    'https://evil.example:80@sgn.example.x/a',
    'https://sgn.example:8443x/a',
    'http://0.0.0.0/a',
    'http://10.0.0.1/a',
    'http://localhost.evil.example/a',
    'http://127.0.0.1.evil.example/a',
    'http://127.1/a',
    'ftp://sgn.example/a',
    '/a',
    '//sgn.example/a',
    '',
  ])('%j is not on the main host, before and after a request to the main host', (url) => {
    const ours = hosts();
    expect(ours.isMain(url)).toBe(false);
    expect(ours.isMain('https://sgn.example/')).toBe(true);
    expect(ours.isMain(url)).toBe(false);
    expect(ours.isMain('https://sgn.example/')).toBe(true);
  });

  test('a host that begins like the cached one is another host', () => {
    const ours = hosts();
    expect(ours.isMain('http://localhost/')).toBe(true);
    expect(ours.isMain('http://localhost.evil.example/')).toBe(false);
    expect(ours.isMain('http://localhost@evil.example/')).toBe(false);
    expect(ours.isMain('http://localhost:80@evil.example/')).toBe(false);
  });

  test('a destination on the main host or on a loopback name would loop', () => {
    for (const host of ['sgn.example', ...LOOPBACK]) expect(hosts().isOwn(host)).toBe(true);
    for (const host of ['evil.example', 'www.sgn.example', '10.0.0.1', '[2001:db8::1]', ''])
      expect(hosts().isOwn(host)).toBe(false);
  });
});

describe('without BASE_URL', () => {
  const hosts = createHosts('http://localhost:3000', false);

  test.each(['http://localhost:3000/a', 'http://192.168.0.7:3000/a', 'http://[2001:db8::7]/a', 'http://box/a', '/a'])(
    '%s is on the main host, because it cannot be a branded domain',
    (url) => {
      expect(hosts.isMain(url)).toBe(true);
    },
  );

  test('a DNS name is on the main host until it becomes a branded domain', () => {
    expect(hosts.isOpen).toBe(true);
    expect(hosts.isMain('https://anything.example/a')).toBe(false);
    expect(hosts.isMain('https://Anything.Example.:8080/a')).toBe(false);
  });

  test('only loopback names are known to loop', () => {
    for (const host of LOOPBACK) expect(hosts.isOwn(host)).toBe(true);
    expect(hosts.isOwn('anything.example')).toBe(false);
  });
});
