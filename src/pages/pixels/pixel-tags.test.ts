import { describe, expect, test } from 'bun:test';
import { createContext, runInContext } from 'node:vm';
import { vendorTable } from '../../../test/support/vendor-table.ts';
import { vendors } from '../../resources/pixels/pixel.ts';
import { pixelPage } from './pixel-page.ts';
import { buildTags, type FiredPixel, namesOf } from './pixel-tags.ts';

const DESTINATION = 'https://www.example.com/spring-sale?utm_source=newsletter&utm_campaign=spring';

async function show(pixels: FiredPixel[]) {
  const response = pixelPage('de', { destination: DESTINATION, title: '' }, buildTags(pixels));
  return { page: await response.text(), policy: response.headers.get('Content-Security-Policy') ?? '' };
}

/** A script that the page requested. */
interface Asked {
  src: string;
  onload?: () => void;
}

/** The API that Microsoft's script defines. */
class UET extends Array<unknown> {
  constructor(options: object) {
    super();
    this.push(options);
  }
}

/** Runs the tags of a page in the minimal browser API that they need. */
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

/** Turns array-like values into arrays, and times into `now`. */
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

  test('the real script is requested, and finds the id', async () => {
    const { page } = await show([{ vendor, tag }]);
    expect(page).toContain(`<script data-tags="${tag}">`);
    const { loaded, read } = run(page);
    expect(loaded).toEqual([loads]);
    expect(read(waiting)).toEqual(calls);
  });

  test('the policy allows the hosts of this vendor and no others', async () => {
    const { policy } = await show([{ vendor, tag }]);
    const found = ['script', 'img', 'connect', 'frame'].map((directive) => [directive, hostsOf(policy, directive)]);
    expect(Object.fromEntries(found.filter(([, list]) => list !== undefined))).toEqual(hosts);
    expect(policy).toStartWith("default-src 'none'; style-src 'sha256-");
    expect(policy).toEndWith("form-action 'none'; base-uri 'none'; frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|strict-dynamic|'self'|data:|blob:|https?:[ ;]| \*[ ;]/);
  });

  test('each inline script is allowed by its hash, and by nothing else', async () => {
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

  test('two ids share one script, and a duplicate id fires once', async () => {
    const second = `${tag}7`;
    const { page } = await show([tag, second, tag].map((own) => ({ vendor, tag: own })));
    expect(page.match(/<script data-tags="[^"]*"/g)).toEqual([`<script data-tags="${tag} ${second}"`]);
  });
});

test('both ids are set up before the page view is tracked', async () => {
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

test('the script of the vendor runs as soon as it loads, and later calls reach it', async () => {
  const { page } = await show([{ vendor: 'forum', tag: 't2_a' }]);
  const { read } = run(page);
  const late = read(
    '(rdt.sent = [], rdt.sendEvent = (...given) => rdt.sent.push(given), rdt("track", "Lead"), rdt.sent)',
  );
  expect(late).toEqual([['track', 'Lead']]);
});

test('each vendor is named once, by its well-known name', () => {
  const named = vendors.map(({ type }) => namesOf([{ vendor: type }, { vendor: type }]));
  expect(named.every((names) => names.length === 1)).toBe(true);
  expect(new Set(named.flat()).size).toBe(13);
});

test('without pixels there are no tags', () => {
  const { content, sources } = buildTags([]);
  expect(content.text).toBe('');
  expect(Object.values(sources).flat()).toEqual([]);
});
