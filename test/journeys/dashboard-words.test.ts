import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { Glob } from 'bun';
import { readFailure } from '../../web/lib/api-error.ts';
import { germanWords } from '../../web/lib/api-words.texts.ts';
import { capitalize, inReadersWords, sentencesOf } from '../../web/lib/api-words.ts';
import { showTexts } from '../../web/lib/texts.ts';

const TEXT = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/.source;

/** The code of these files, comments aside. */
function readSources(pattern: string, without: string[] = []): string[] {
  const files = [...new Glob(pattern).scanSync('.')].filter((file) => !file.endsWith('.test.ts'));
  const kept = files.filter((file) => !without.includes(file));
  expect(kept.length).toBe(files.length - without.length);
  return kept.map((file) => readFileSync(file, 'utf8').replace(/^\s*(?:\/\/|\/?\*).*$/gm, ''));
}

/** The texts in a piece of code; a value that is put in is taken to be a number. */
function textsIn(code: string): string[] {
  return [...code.matchAll(RegExp(TEXT, 'g'))].map(([text]) => text.slice(1, -1).replace(/\$\{[^}]*\}/g, '7'));
}

/** Texts as the dashboard shows them: each sentence by itself, with a capital. */
function toSentences(texts: string[]): string[] {
  return [...new Set(texts.flatMap((text) => sentencesOf(capitalize(text))))];
}

function toPattern(english: string): RegExp {
  const anything: Record<string, string> = { '#': '\\d+', '…': '.+' };
  const parts = english.split(/([#…])/).map((part) => anything[part] ?? RegExp.escape(part));
  return new RegExp(`^${parts.join('')}$`);
}

// Of a failure its third text is said; the fourth is for the documentation. What is said when all went well is not shown.
const FAILURE = RegExp(`failure\\(\\s*'\\w+',\\s*'\\w+',\\s*(${TEXT}),\\s*(?:${TEXT}),?\\s*\\)`, 'g');
const SUCCESS = RegExp(`(?:messageAnswer|z\\.literal)\\(\\s*(?:${TEXT}),?\\s*\\)|(?:${TEXT}) as const`, 'g');

const ROOMS = 'src/{core,feeds,http,lib,qr,resources,stats}/**/*.ts';
// These speak to operators, to machines, in mails or to the log.
const OTHER_EARS = [
  'src/http/health.ts',
  'src/http/metrics.ts',
  'src/http/openapi.ts',
  'src/lib/outbound/outbound.ts',
  'src/resources/account/email-changed-mail.ts',
  'src/resources/account/reset-mail.ts',
];

/** What the API says about a request: in the rooms that answer, every text that ends as a sentence does. */
function readAnswers(): string[] {
  const texts = readSources(ROOMS, OTHER_EARS).flatMap((code) =>
    textsIn(code.replace(FAILURE, '$1').replace(SUCCESS, '')),
  );
  return toSentences(texts.filter((text) => /^\S+ .*\.$|^must /.test(text)));
}

/** What has no German, by the reason why nobody meets it in the dashboard. */
const LEFT_OUT = {
  'no form sends such a thing': [
    'Must be a list.',
    'Must be an object.',
    'Must be an object with a type.',
    'Must be an object, or a list of names and values, of 7.',
    'Must be text or a number.',
    'Must be text, an object, or a list of names and values, by type.',
    'The body is not valid JSON.',
    'The body must be a JSON object.',
    'Must not be false for a link, whose target can always change.',
    'Must not be true for wifi: a phone that joins a network cannot ask us first.',
    'Cannot be changed.',
    'The part of the width that the logo takes must be between 0 and 1.',
    'The margin must be from 7 to 7 modules.',
  ],
  'it is chosen from a list that is right': [
    'Must be 0 or 1.',
    'Must be disable or enable.',
    'Must be disable with `disabled: true`, or enable with `disabled: false`.',
    'Must be WPA, WEP or nopass.',
    'Must be date or click.',
    'Must be date or scans.',
    'Must be day or month.',
    'Must be direct, frame, splash or overlay.',
    'Must be direct, frame, splash, the id of a splash page, or overlay-ID.',
    'Must be hour, day or month.',
    'Must be low, medium, quartile or high, or the first letter of one as a capital.',
    'Must be published, draft, active or disabled.',
    'Must be skip or rename.',
  ],
  'the dashboard fills it in by itself': [
    'Must be the id of a block of this page.',
    'Must be the id of an event.',
    'Must be the id of an uploaded file.',
    'Must be the next of an earlier answer.',
    'Give admin, disabled or both.',
    'Give email, password or both.',
    'Nothing is said that should be changed.',
    'Is none of 7.',
    'Can only be asked of one link, at /api/url/:id/stats.',
    'There is nothing at this address.',
    'This address does not take this method.',
  ],
  'error-words.ts has words of its own, or the form to sign in is shown': [
    'A valid API key is required.',
    'Something went wrong on our side.',
    'Give the operator the request id.',
    'The store cannot be reached just now.',
    'This request does not come from our own pages.',
    'Too many requests.',
  ],
  'locales/en/qr.json has texts of its own': [
    'Scanners expect a margin of four modules.',
    'The code is lighter than its background; some older scanners do not read that.',
    'The colours have little contrast; some scanners need good light for them.',
  ],
  'nobody reads the answer: the line is gone, or it is that of a stream': [
    'The body broke off before its end.',
    'The client disconnected before the work was done.',
    'This server has as many streams open as it can hold.',
    'You have 7 streams open already.',
  ],
  'the dashboard has a session, not a key': ['This key may not change the account or its keys.'],
  'one registers elsewhere': [
    'Registration is closed here.',
    'The first account needs the set-up token that the server printed when it started.',
  ],
};

beforeAll(() => showTexts('de', {}));
afterAll(() => showTexts('en', {}));

test('every sentence that the dashboard has German for is one that the server can say', async () => {
  const sources = [...readSources('src/**/*.ts'), ...readSources('web/lib/api-error.ts')];
  const said = toSentences(sources.flatMap(textsIn));
  const known = Object.keys(germanWords).map((english) => ({ english, pattern: toPattern(english) }));
  expect(known.length).toBeGreaterThan(100);
  // Only the first that fits is ever heard, so that none may stand behind one that takes its sentences.
  const heard = new Map(said.map((one) => [known.find(({ pattern }) => pattern.test(one))?.english, one]));
  expect(known.map(({ english }) => english).filter((english) => !heard.has(english))).toEqual([]);
  const same: string[] = [];
  for (const { english } of known) {
    const sentence = heard.get(english) ?? '';
    if ((await inReadersWords(sentence)) === sentence) same.push(sentence);
  }
  expect(same).toEqual([]);
});

test('whatever the server can say to somebody in the dashboard has German', async () => {
  const answers = readAnswers();
  expect(answers.length).toBeGreaterThan(150);
  const unknown: string[] = [];
  for (const answer of answers) if ((await inReadersWords(answer)) === answer) unknown.push(answer);
  expect(unknown.sort()).toEqual(Object.values(LEFT_OUT).flat().sort());
});

test('a failure is told in German sentence by sentence, with its values, and after the name of its field', async () => {
  const errors = [
    {
      field: 'domain',
      message:
        'does not point here yet. Set the A record of a.example to 192.0.2.1, wait until it is known, and try again.',
    },
  ];
  const failure = await readFailure(
    Response.json(
      { error: 1, code: 'invalid_input', message: `domain: ${errors[0]?.message}`, errors },
      { status: 400 },
    ),
  );
  const german =
    'Zeigt noch nicht hierher. Setzen Sie im DNS: A-Eintrag von a.example auf 192.0.2.1. Warten Sie, bis das bekannt ist, und versuchen Sie es dann noch einmal.';
  expect(failure.fields).toEqual({ domain: german });
  expect(failure.message).toBe(`domain: ${german}`);
  expect(await inReadersWords('The picture must be at most 4096 x 4096 pixels large.')).toBe(
    'Das Bild lässt sich nicht verwenden: Höchstens 4096 x 4096 Pixel groß.',
  );
  expect(await inReadersWords('Nobody has ever said this.')).toBe('Nobody has ever said this.');
});
