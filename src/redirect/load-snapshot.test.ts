import { expect, test } from 'bun:test';
import { PLAIN } from '../../test/support/plain-link.ts';
import type { RoutingRule } from '../resources/links/rules/routing-rule.ts';
import { createSnapshotCache } from './load-snapshot.ts';

test('a rule that no longer works is logged with its place when the link is loaded', async () => {
  const logged: [message: string, facts: object | undefined][] = [];
  const silent = () => undefined;
  const rules: RoutingRule[] = [
    { when: [], url: 'https://a.example/' },
    { when: [{ type: 'time', days: ['mon'], zone: 'Mars/Base' }], url: 'https://b.example/' },
  ];
  const cache = createSnapshotCache({
    links: { findByAlias: async () => ({ ...PLAIN, routingRules: rules }), findByAliases: async () => new Map() },
    bio: { load: async () => null },
    findInterstitial: async () => null,
    log: { debug: silent, info: silent, warn: (message, facts) => logged.push([message, facts]), error: silent },
  });
  expect(await cache.load('spring')).toMatchObject({ linkId: PLAIN.id });
  expect(logged).toEqual([
    [
      'a rule of a link is no longer valid and is skipped',
      { linkId: PLAIN.id, alias: 'spring', field: 'rules.1.when.0.zone' },
    ],
  ]);
});
