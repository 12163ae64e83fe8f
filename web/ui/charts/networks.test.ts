import { expect, test } from 'bun:test';
import { groupReferrers, referrerName } from './networks.ts';

test('a network has one entry with its name, whatever host its visitors came from', () => {
  const hosts = {
    't.co': 5,
    'l.facebook.com': 4,
    'news.example': 4,
    'x.com': 3,
    'm.facebook.com': 2,
    'lm.facebook.com': 1,
  };
  expect(groupReferrers(hosts)).toEqual([
    { dimension: 'social', word: 'twitter', count: 8 },
    { dimension: 'social', word: 'facebook', count: 7 },
    { dimension: 'referrer', word: 'news.example', count: 4 },
  ]);
});

test('clicks without a referrer are an entry at their place, if there are any', () => {
  expect(groupReferrers({ 'a.example': 3, 'b.example': 1 }, 2)).toEqual([
    { dimension: 'referrer', word: 'a.example', count: 3 },
    { dimension: 'referrer', word: 'Direct', count: 2 },
    { dimension: 'referrer', word: 'b.example', count: 1 },
  ]);
  expect(groupReferrers({}, 0)).toEqual([]);
});

test.each([
  ['t.co', 'X'],
  ['l.instagram.com', 'Instagram'],
  ['lnkd.in', 'LinkedIn'],
  ['youtu.be', 'YouTube'],
  ['pin.it', 'Pinterest'],
  ['out.reddit.com', 'Reddit'],
  ['google.co.uk', 'Google'],
  ['com.google.android.gm', 'Google'],
  ['shop.example', 'shop.example'],
])('the referrer %s is shown as %s', (host, name) => {
  expect(referrerName(host)).toBe(name);
});
