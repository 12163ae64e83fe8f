import { expect, test } from 'bun:test';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, join, normalize } from 'node:path';
import { readOutline } from '../../src/pages/documentation/doc-outline.ts';
import { listPages } from '../support/doc-blocks.ts';

const pages = listPages();

/** A page as HTML, which has the links and headings but no links in code. */
function markupOf(page: string): string {
  return Bun.markdown.html(readFileSync(page, 'utf8'), { headings: { ids: true } });
}

/** The anchors that GitHub gives to the headings of a page. */
function githubAnchors(markup: string): string[] {
  const headings = [...markup.matchAll(/<h[1-6][^>]*>([\s\S]*?)<\/h[1-6]>/g)].map(([, text = '']) => text);
  const seen = new Map<string, number>();
  return headings.map((heading) => {
    const text = heading.replace(/<[^>]*>/g, '').replace(/&\w+;/g, '');
    const slug = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
      .replaceAll(' ', '-');
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
}

test('every link between pages leads to a file, and its section exists', () => {
  const wrong: string[] = [];
  for (const page of pages) {
    for (const [, href = ''] of markupOf(page).matchAll(/<(?:a href|img src)="([^"]*)"/g)) {
      if (/^[a-z]+:/.test(href)) continue;
      const [path = '', section] = href.split('#');
      const target = path === '' ? page : normalize(join(dirname(page), path));
      if (!existsSync(target)) wrong.push(`${page}: ${href} does not exist`);
      else if (section !== undefined && !githubAnchors(markupOf(target)).includes(section))
        wrong.push(`${page}: ${href} names no section`);
    }
  }
  expect(wrong).toEqual([]);
});

test('a heading has the same anchor on GitHub and at /docs', () => {
  for (const page of pages.filter((name) => name.startsWith('docs/'))) {
    const markup = markupOf(page);
    const ours = [...markup.matchAll(/<h[1-6] id="([^"]*)"/g)].map(([, id = '']) => id);
    expect([page, ours]).toEqual([page, githubAnchors(markup)]);
  }
});

test('every picture is shown somewhere, has a description, and loads quickly', () => {
  const shown = new Set<string>();
  for (const page of pages) {
    for (const [, path = '', alt = ''] of markupOf(page).matchAll(/<img src="([^"]*)" alt="([^"]*)"/g)) {
      expect([page, path, alt.length > 8]).toEqual([page, path, true]);
      shown.add(normalize(join(dirname(page), path)));
    }
  }
  const pictures = [...new Bun.Glob('docs/pictures/*').scanSync()];
  expect([...shown].sort()).toEqual(pictures.sort());
  for (const path of pictures) {
    const limit = extname(path) === '.gif' ? 1_500_000 : 250_000;
    expect([path, statSync(path).size < limit]).toEqual([path, true]);
  }
});

test('the table of contents has every page of the folder, and no page takes the URL of the API reference', () => {
  const listed = readOutline(readFileSync('docs/README.md', 'utf8')).flatMap(({ entries }) => entries);
  // Generated lists of tests, which other pages link to.
  const unlisted = ['docs/README.md', 'docs/reference.md', 'docs/security-rules.md'];
  const files = listed.map(({ file }) => `docs/${file}`);
  expect([...files, ...unlisted].sort()).toEqual(
    pages.filter((page) => /^docs\/((compatible|moving)\/)?[^/]+$/.test(page)),
  );
  expect(existsSync('docs/api.md')).toBe(false);
});
