import { describe, expect, test } from 'bun:test';
import { richBio } from '../../../test/support/bio-facts.ts';
import { fastestCpuMs } from '../../../test/support/measure.ts';
import { escapeHtml } from '../../lib/html.ts';
import { bioBlocks, type ShownBlock } from './bio-blocks.ts';
import { type BioFacts, buildBioPage, measureBioPage } from './bio-page.ts';
import { labelOf, networkIcon, networks } from './icons.ts';
import { themeNames } from './themes.ts';

const HOSTILE = [
  '</title><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  `' onload='alert(1)`,
  '</style><script>alert(1)</script>',
  '$' + '{7*7}',
  '{{7*7}}',
];

/** Names of all elements and of their attributes, in order. */
async function structureOf(page: string): Promise<string[]> {
  const seen: string[] = [];
  const rewriter = new HTMLRewriter().on('*', {
    element({ tagName, attributes }) {
      seen.push([tagName, ...[...attributes].map(([name]) => name)].join(' '));
    },
  });
  await rewriter.transform(new Response(page)).text();
  return seen;
}

function hashOf(text: string): string {
  return `'sha256-${new Bun.CryptoHasher('sha256').update(text).digest('base64')}'`;
}

function tagsOf(facts: Partial<BioFacts>): Record<string, string> {
  const { html } = buildBioPage({ ...richBio, ...facts });
  const tags = [...html.matchAll(/<meta (?:name|property)="([^"]*)" content="([^"]*)">/g)];
  return Object.fromEntries(tags.map(([, name = '', content = '']) => [name, content]));
}

describe.each(themeNames)('the theme %s', (theme) => {
  for (const accent of [undefined, [200, 30, 90] as const]) {
    test(`${accent ? 'with an accent color' : 'with its defaults'} allows only its own stylesheets, and no script`, () => {
      const { html, headers } = buildBioPage({ ...richBio, theme, accent });
      const sheets = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, text = '']) => hashOf(text));
      expect(sheets).toHaveLength(accent ? 2 : 1);
      const policy = headers['Content-Security-Policy'] ?? '';
      expect(policy).toStartWith(`default-src 'none'; style-src ${sheets.join(' ')}; `);
      expect(policy).toContain("; img-src 'self' data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|script-src|https?:/);
      expect(html).not.toMatch(/<script|<noscript| (style|on\w+)=|url\(['"]?https?:|@import/);
    });
  }

  test('has both schemes, a visible focus, and respects reduced motion', () => {
    const { html } = buildBioPage({ ...richBio, theme });
    expect(html).toContain('color-scheme:light dark');
    expect(html).toContain('@media(prefers-color-scheme:dark){:root{--g0:#');
    expect(html).toContain(':focus-visible{outline:3px solid var(--tone)');
    expect(html).toContain('prefers-reduced-motion:reduce');
    const bars = [...html.matchAll(/<meta name="theme-color"[^>]* content="(#[\da-f]{6})">/g)].map(
      ([, color]) => color,
    );
    expect(new Set(bars).size).toBe(2);
  });

  test('is small: a rich page is well under 20 KB, without its content far less', () => {
    expect(measureBioPage({ ...richBio, theme, accent: [200, 30, 90] })).toBeLessThan(15_000);
    expect(measureBioPage({ ...richBio, theme, blocks: [] })).toBeLessThan(11_000);
  });
});

test('a page with a hundred links is under 20 KB', () => {
  const link = {
    type: 'link' as const,
    path: '/someone-known/1234567',
    title: 'Thirty letters make one title.',
    note: '',
  };
  const blocks = Array.from({ length: 100 }, () => ({ ...link, isFeatured: false }));
  for (const theme of themeNames) expect(measureBioPage({ ...richBio, theme, blocks })).toBeLessThan(20_000);
});

test('a page is built in well under a millisecond', () => {
  const link = {
    type: 'link' as const,
    path: '/someone/1234567',
    title: 'A link & its title',
    note: 'Note',
    isFeatured: false,
  };
  const facts = { ...richBio, accent: [1, 2, 3] as const, blocks: Array.from({ length: 100 }, () => link) };
  // bench/pages.ts measures the cost; this test only catches large regressions.
  expect(fastestCpuMs(300, () => buildBioPage(facts))).toBeLessThan(1);
});

const place: [name: string, build: (value: string) => Partial<BioFacts>][] = [
  ['name', (name) => ({ name })],
  ['headline', (headline) => ({ headline })],
  ['text', (text) => ({ text })],
  ['meta title', (metaTitle) => ({ metaTitle })],
  ['meta description', (metaDescription) => ({ metaDescription })],
  ['language', (language) => ({ language })],
  ['address', (value) => ({ address: `https://sgn.co/${value}` })],
  ['title of a link', (title) => ({ blocks: [{ type: 'link', path: '/a/1', title, note: '', isFeatured: true }] })],
  ['note of a link', (note) => ({ blocks: [{ type: 'link', path: '/a/1', title: 'x', note, isFeatured: false }] })],
  ['path', (path) => ({ blocks: [{ type: 'email', path, title: 'x' }] })],
  ['title of an address', (title) => ({ blocks: [{ type: 'phone', path: '/a/1', title }] })],
  ['title of a video', (title) => ({ blocks: [{ type: 'video', path: '/a/1', title, site: 'YouTube' }] })],
  ['heading', (text) => ({ blocks: [{ type: 'heading', text }] })],
  ['block of text', (text) => ({ blocks: [{ type: 'text', text }] })],
  ['alt', (alt) => ({ blocks: [{ type: 'picture', picture: { src: '/x', width: 1, height: 1 }, alt, caption: '' }] })],
  ['caption', (caption) => ({ blocks: [{ type: 'qr', content: 'https://sgn.co/', caption }] })],
  ['content of a code', (content) => ({ blocks: [{ type: 'qr', content, caption: '' }] })],
];

test.each(place)('33: hostile text as %s stays text', async (name, build) => {
  // One word of letters, as long as the others: the size of the heading depends on the length.
  const expected = await structureOf(buildBioPage({ ...richBio, ...build('x'.repeat(16)) }).html);
  for (const value of HOSTILE) {
    const { html } = buildBioPage({ ...richBio, ...build(value) });
    if (name !== 'address') expect(html).toContain(escapeHtml(value));
    expect((await structureOf(html)).map((tag) => tag.replace(/^h1.*/, 'h1'))).toEqual(
      expected.map((tag) => tag.replace(/^h1.*/, 'h1')),
    );
  }
});

describe('meta tags for crawlers', () => {
  test('every meta tag is present', () => {
    expect(tagsOf({})).toEqual({
      viewport: 'width=device-width, initial-scale=1',
      description: 'Illustrator and printmaker. I draw cities &amp; more. Prints ship worldwide.',
      'og:type': 'profile',
      'og:title': 'Inês Carvalho',
      'og:description': 'Illustrator and printmaker. I draw cities &amp; more. Prints ship worldwide.',
      'og:url': 'https://sgn.co/ines',
      'og:image': 'https://sgn.co/file/face.png',
      'og:image:width': '400',
      'og:image:height': '400',
      'og:image:alt': 'Inês Carvalho',
      'twitter:card': 'summary',
      'theme-color': expect.stringMatching(/^#[\da-f]{6}$/),
    });
  });

  test('the owner’s texts come first, the first picture is the fallback, and missing values have no tag', () => {
    const own = tagsOf({ metaTitle: 'Elsewhere', metaDescription: 'Mine', avatar: undefined });
    expect(own).toMatchObject({ 'og:title': 'Elsewhere', description: 'Mine', 'twitter:card': 'summary_large_image' });
    expect(own['og:image']).toBe('https://sgn.co/file/land.png');
    const bare = tagsOf({ avatar: undefined, blocks: [], headline: '', text: '' });
    expect(Object.keys(bare).filter((name) => name.includes('image') || name.includes('description'))).toEqual([]);
    expect(tagsOf({ headline: '', text: 'x'.repeat(500) }).description).toBe(`${'x'.repeat(199)}…`);
  });
});

describe('blocks', () => {
  const context = { language: 'en' as const, drawCode: () => ({ text: '<svg></svg>' }) as never };
  const link: ShownBlock = { type: 'link', path: '/a/1', title: 'L', note: '', isFeatured: false };
  const icon: ShownBlock = { type: 'social', path: '/a/2', network: 'github' };

  test('adjacent link blocks form one list, adjacent icons another', () => {
    const { text } = bioBlocks([icon, icon, link, link, { type: 'heading', text: 'H' }, link, icon], context);
    expect(text.match(/<\/?(ul|h2|li)/g)?.join('')).toBe(
      '<ul<li</li<li</li</ul<ul<li</li<li</li</ul<h2</h2<ul<li</li</ul<ul<li</li</ul',
    );
    expect(bioBlocks([], context).text).toBe('');
  });

  test('every icon has a label, and no two labels are the same', () => {
    const drawings = networks.map((network) => networkIcon(network).text);
    expect(new Set(drawings).size).toBe(networks.length);
    for (const network of networks) {
      const { text } = bioBlocks([{ ...icon, network }], context);
      expect(text).toContain(`aria-label="${labelOf(network)}"`);
      expect(text).toContain('<svg class="i" viewBox="0 0 24 24" aria-hidden="true">');
    }
  });
});

test('without an avatar the page shows initials, and without a footer it does not name the product', () => {
  const bare = { ...richBio, avatar: undefined, hasFooter: false };
  const initials = (name: string) => /class="face"[^>]*>([^<]*)</.exec(buildBioPage({ ...bare, name }).html)?.[1];
  expect(['ada lovelace', 'Ελένη', '𝒜da', '–'].map(initials)).toEqual(['AL', 'Ε', '𝒜', '·']);
  expect(buildBioPage(bare).html).not.toContain('Signpost');
  expect(buildBioPage(richBio).html).toContain('Made with Signpost');
});

test('fixed texts are in the language of the page, and some languages are right to left', () => {
  const pageIn = (language: string) => buildBioPage({ ...richBio, language }).html;
  expect(pageIn('de-at')).toContain('Erstellt mit Signpost');
  expect(pageIn('fr')).toContain('<html lang="fr">');
  expect(pageIn('ar')).toContain('<html lang="ar" dir="rtl">');
});
