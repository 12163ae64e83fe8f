import { expect, test } from 'bun:test';
import { type LinkDetails, NEW_LINK, toCopyValues, toLinkBody, toLinkValues } from './link-form.ts';

const DETAILS = {
  ...{ id: 7, alias: 'spring', longurl: 'https://example.com/', domain: '', description: 'Note', metadescription: '' },
  ...{ tags: ['a'], campaign: 3, channels: [4], location: {}, device: { iphone: 'https://example.com/ios' } },
  ...{ language: {}, password: true, starts: null, expiry: null, max_clicks: 5, expiry_url: null, type: 'direct' },
  ...{ redirect_code: 302, forward_query: true, status: 'disabled', parameters: [], pixels: [], metatitle: 'Title' },
  metaimage: '',
} as unknown as LinkDetails;

test('a copy is a new, active link with the fields of the original, without its alias and its password', () => {
  expect(toLinkBody(NEW_LINK, toCopyValues(DETAILS))).toEqual({
    url: 'https://example.com/',
    description: 'Note',
    tags: ['a'],
    campaign: 3,
    channel: 4,
    max_clicks: 5,
    metatitle: 'Title',
    devicetarget: [{ device: 'iphone', link: 'https://example.com/ios' }],
  });
});

test('a copy of a link with a password asks for one', () => {
  expect(toCopyValues(DETAILS)).toMatchObject({ hasPassword: true, password: '', custom: '', status: 'active' });
});

test('rules are sent only if they changed', () => {
  const rule = { when: [{ type: 'country', in: ['DE'] }], url: 'https://example.de/' };
  const before = toLinkValues({ ...DETAILS, rules: [rule] } as unknown as LinkDetails);
  // Removed and added again, the rule has another key.
  const [draft] = before.rules;
  expect(toLinkBody(before, { ...before, rules: draft ? [{ ...draft, key: 9 }] : [] })).toEqual({
    url: DETAILS.longurl,
  });
  expect(toLinkBody(before, { ...before, rules: [] })).toMatchObject({ rules: [] });
});
