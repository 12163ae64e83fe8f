import { describe, expect, test } from 'bun:test';
import { createContext, runInContext } from 'node:vm';
import { vendorTable } from '../../../test/support/vendor-table.ts';
import { vendors } from '../../resources/pixels/pixel.ts';
import { pixelPage } from './pixel-page.ts';
import { buildTags, type FiredPixel, namesOf } from './pixel-tags.ts';

const TARGET = 'https://www.example.com/spring-sale?utm_source=newsletter&utm_campaign=spring';

async function show(pixels: FiredPixel[]) {
  const response = pixelPage('de', { target: TARGET, title: '' }, buildTags(pixels));
  return { page: await response.text(), policy: response.headers.get('Content-Security-Policy') ?? '' };
}

/** A script as the page has asked for it. */
interface Asked {
  src: string;
  onload?: () => void;
}

/** What Microsoft's script defines. */
class UET extends Array<unknown> {
  constructor(options: object) {
    super();
    this.push(options);
  }
}

/** Runs the tags of a page as a browser would, as far as they need one. */
function run(page: string) {
  const asked: Asked[] = [];
  const currentScript = { dataset: { tags: '' } };
  const appendChild = (script: Asked) => {
    asked.push(script);
    return script;
  };
  const window = createContext({ UET, document: { currentScript, createElement: () => ({}), head: { appendChild } } });
  window.window = window;
  for (const [, tags = '', script = ''] of page.matchAll(/<script data-tags="([^"]*)">([\s\S]*?)<\/script>/g)) {
    currentScript.dataset.tags = tags;
    runInContext(script, window);
  }
  for (const { onload } of asked) onload?.();
  const loaded = asked.map(({ src }) => src);
  return { loaded, read: (path: string) => toPlain(runInContext(path, window)) };
}

/** Lists as lists, whatever kind they are, and times as `now`. */
function toPlain(value: unknown): unknown {
  const kind = Object.prototype.toString.call(value);
  if (Array.isArray(value) || kind === '[object Arguments]') return Array.from(value as ArrayLike<unknown>, toPlain);
  if (kind === '[object Date]') return 'now';
  if (kind !== '[object Object]') return value;
  const entries = Object.entries(value as object).map(([name, own]) => [name, name === 'gtm.start' ? 'now' : own]);
  return Object.fromEntries(entries);
}

function hostsOf(policy: string, directive: string): string | undefined {
  const [, sources] = new RegExp(`; ${directive}-src ([^;]*)`).exec(policy) ?? [];
  const hosts = sources?.split(' ').filter((source) => !source.startsWith("'sha256-"));
  return hosts?.map((source) => source.replace(/^https:\/\//, '')).join(' ');
}

describe.each(vendors.map(({ type }) => type))('%s', (vendor) => {
  const { tag, loads, waiting, calls, hosts } = vendorTable[vendor];

  test('the real script is asked for, and what it will find carries the id', async () => {
    const { page } = await show([{ vendor, tag }]);
    expect(page).toContain(`<script data-tags="${tag}">`);
    const { loaded, read } = run(page);
    expect(loaded).toEqual([loads]);
    expect(read(waiting)).toEqual(calls);
  });

  test('the policy lets in its hosts and nobody else’s', async () => {
    const { policy } = await show([{ vendor, tag }]);
    const found = ['script', 'img', 'connect', 'frame'].map((directive) => [directive, hostsOf(policy, directive)]);
    expect(Object.fromEntries(found.filter(([, list]) => list !== undefined))).toEqual(hosts);
    expect(policy).toStartWith("default-src 'none'; style-src 'sha256-");
    expect(policy).toEndWith("form-action 'none'; base-uri 'none'; frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|strict-dynamic|'self'|data:|blob:|https?:[ ;]| \*[ ;]/);
  });

  test('each script that stands in the page is let in by its hash, and by nothing else', async () => {
    const { page, policy } = await show([{ vendor, tag }]);
    const scripts = [...page.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text);
    const hashes = scripts.map((text) => `'sha256-${new Bun.CryptoHasher('sha256').update(text).digest('base64')}'`);
    expect(scripts).toHaveLength(2);
    expect(policy.match(/'sha256-[^']+'/g)?.slice(1)).toEqual(hashes);
    expect(scripts.join()).not.toContain(tag);
  });

  test('the page is under 3 KB', async () => {
    const { page } = await show([{ vendor, tag }]);
    expect(Buffer.byteLength(page)).toBeLessThan(3_000);
  });

  test('two ids of it share one script, and an id that is there twice fires once', async () => {
    const second = `${tag}7`;
    const { page } = await show([tag, second, tag].map((own) => ({ vendor, tag: own })));
    expect(page.match(/<script data-tags="[^"]*"/g)).toEqual([`<script data-tags="${tag} ${second}"`]);
  });
});

test('the calls of two ids come before what is tracked for both', async () => {
  const both = (vendor: FiredPixel['vendor']) => ['one', 'two'].map((tag) => ({ vendor, tag }));
  const { page } = await show([...both('socialapixel'), ...both('searchengine'), ...both('shortvideo')]);
  const { loaded, read } = run(page);
  expect(read('fbq.queue')).toEqual([
    ['init', 'one'],
    ['init', 'two'],
    ['track', 'PageView'],
  ]);
  expect(read('[uetq, uetq1]')).toEqual(['one', 'two'].map((ti) => [{ ti, q: [] }, 'pageLoad']));
  expect(loaded.slice(-2)).toEqual(
    ['one', 'two'].map((id) => expect.stringContaining(`events.js?sdkid=${id}&lib=ttq`)),
  );
});

test('what the vendor’s script does once it has come is done at once, and calls made later reach it', async () => {
  const { page } = await show([{ vendor: 'forum', tag: 't2_a' }]);
  const { read } = run(page);
  const late = read(
    '(rdt.sent = [], rdt.sendEvent = (...given) => rdt.sent.push(given), rdt("track", "Lead"), rdt.sent)',
  );
  expect(late).toEqual([['track', 'Lead']]);
});

test('vendors are named as visitors know them, each once', () => {
  const named = vendors.map(({ type }) => namesOf([{ vendor: type }, { vendor: type }]));
  expect(named.every((names) => names.length === 1)).toBe(true);
  expect(new Set(named.flat()).size).toBe(13);
});

test('no pixels, no tags', () => {
  const { content, sources } = buildTags([]);
  expect(content.text).toBe('');
  expect(Object.values(sources).flat()).toEqual([]);
});
