import { expect, test } from 'bun:test';
import { fieldsOf, fromBlock, isLinkBlock, isUnfinished, newBlock, summaryOf, toBlock } from './blocks.ts';

test('a block of the API survives a round trip through the form', () => {
  const block = {
    id: 7,
    type: 'link',
    clicks: 3,
    title: 'Shop',
    url: 'https://example.com',
    note: null,
    featured: true,
  };
  expect(toBlock(fromBlock(block))).toEqual({
    id: 7,
    type: 'link',
    title: 'Shop',
    url: 'https://example.com',
    note: '',
    featured: true,
  });
});

test('a new block is incomplete until its required fields are filled in', () => {
  const block = newBlock('link');
  expect(isUnfinished(block)).toBe(true);
  expect(isUnfinished({ ...block, fields: { title: 'Shop', url: 'https://example.com' } })).toBe(false);
  expect(isUnfinished(newBlock('divider'))).toBe(false);
});

test('a saved block is never hidden as incomplete', () => {
  expect(isUnfinished({ ...newBlock('link'), id: 3 })).toBe(false);
});

test('an image is a link only with a URL', () => {
  expect(isLinkBlock({ ...newBlock('picture'), fields: { picture: '4' } })).toBe(false);
  expect(isLinkBlock({ ...newBlock('picture'), fields: { picture: '4', url: 'https://example.com' } })).toBe(true);
  expect(isLinkBlock(newBlock('heading'))).toBe(false);
});

test('a network is listed by its name', () => {
  expect(summaryOf({ ...newBlock('social'), fields: { network: 'youtube', url: 'https://youtube.com/a' } })).toBe(
    'YouTube',
  );
});

test('optional fields are distinguished from required ones', () => {
  expect(fieldsOf('email')).toEqual([
    { name: 'email', isOptional: false },
    { name: 'title', isOptional: true },
    { name: 'subject', isOptional: true },
  ]);
});
