import { expect, test } from 'bun:test';
import { bodyOf, valuesOf, webhookNameOf } from './webhook-form.ts';

test('a webhook that is opened and saved unchanged stays the same', () => {
  const filter = { tag: 'shop', campaign: 3, domain: 'go.example.com' };
  const webhook = {
    ...{ id: 1, url: 'https://example.com/hook', name: 'Shop', events: ['clicks' as const], filter },
    ...{ status: 'active' as const, date: '2026-01-01 00:00:00' },
  };
  expect(bodyOf(valuesOf(webhook))).toEqual({ url: webhook.url, name: 'Shop', events: ['clicks'], filter });
  expect(bodyOf(valuesOf(undefined)).filter).toEqual({ tag: null, campaign: null, domain: null });
  expect(webhookNameOf({ name: '', url: webhook.url })).toBe('example.com');
});
