import { expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseDocument } from 'yaml';
import { listPages, readFences } from '../support/doc-blocks.ts';

interface Block {
  place: string;
  language: string;
  text: string;
}

// The page for contributors has parts of files.
const pages = listPages().filter((file) => file !== 'CONTRIBUTING.md');

const blocks: Block[] = pages.flatMap((file) =>
  [...readFences(readFileSync(file, 'utf8').split('\n'))].map(({ language, line, text }) => ({
    ...{ place: `${file}:${line + 1}`, language, text },
  })),
);

/** A part of a program, which may return and await. */
function wrap(text: string): string {
  return /^(import|export) /m.test(text) ? text : `async function run() {\n${text}\n}`;
}

/** Each throws if the text is not of its language. */
const parsers: Record<string, (text: string) => unknown> = {
  json: JSON.parse,
  toml: Bun.TOML.parse,
  js: (text) => new Bun.Transpiler({ loader: 'js' }).transformSync(wrap(text)),
  ts: (text) => new Bun.Transpiler({ loader: 'ts' }).transformSync(wrap(text)),
  yaml(text) {
    for (const error of parseDocument(text).errors) throw error;
  },
  sh(text) {
    const { exitCode, stderr } = Bun.spawnSync(['bash', '-n'], { stdin: Buffer.from(text) });
    if (exitCode !== 0) throw new Error(stderr.toString());
  },
};

test('every block of JSON, TOML, YAML, JavaScript, TypeScript and shell in the pages can be parsed', () => {
  const wrong = blocks.flatMap(({ place, language, text }) => {
    try {
      parsers[language]?.(text);
      return [];
    } catch (error) {
      return [`${place}: ${error}`];
    }
  });
  expect(wrong).toEqual([]);
});

const SECRET = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`;
const BODY = '{"type":"link.created","timestamp":"2026-11-16T12:00:00.000Z","data":{"title":"Grüße"}}';

/** Runs a snippet of the page on webhooks with these variables. */
function run(snippet: string, own: Record<string, unknown>): Promise<unknown> {
  const names = { require: () => ({ createHmac }), ...own };
  const body = snippet.replace('whsec_…', SECRET).replaceAll('this.', 'self.');
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  return AsyncFunction(...Object.keys(names), body)(...Object.values(names));
}

test('the snippets for n8n and Zapier accept a signed event, and no other', async () => {
  const snippets = blocks.filter(({ place, text }) => place.startsWith('docs/webhooks.md') && /createHmac/.test(text));
  expect(snippets).toHaveLength(2);
  const signed = `msg_1.1794988966.${BODY}`;
  const sign = createHmac('sha256', Buffer.from(SECRET.slice(6), 'base64'))
    .update(signed)
    .digest('base64');
  for (const [signature, isAccepted] of [
    [`v1,${sign}`, true],
    [`v1,AAAA v1,${sign}`, true],
    ['v1,AAAA', false],
  ] as const) {
    const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': '1794988966', 'webhook-signature': signature };
    const n8n = {
      $input: { first: () => ({ json: { headers } }) },
      self: { helpers: { getBinaryDataBuffer: async () => Buffer.from(BODY) } },
    };
    const inputData = { id: 'msg_1', timestamp: '1794988966', signature, body: BODY };
    const results = await Promise.allSettled(snippets.map(({ text }) => run(text, { ...n8n, inputData })));
    expect(results.map(({ status }) => status)).toEqual(Array(2).fill(isAccepted ? 'fulfilled' : 'rejected'));
    if (isAccepted)
      expect(results.map((result) => 'value' in result && result.value)).toEqual([
        [{ json: JSON.parse(BODY) }],
        JSON.parse(BODY),
      ]);
  }
});
