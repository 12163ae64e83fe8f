import { afterEach, expect, test } from 'bun:test';
import { readFailure } from '../../client/signpost-error.ts';
import german from '../../locales/de/api.json';
import english from '../../locales/en/api.json';
import { translateFailure } from './api-error.ts';
import { translateWarnings } from './api-messages.ts';
import { showTexts } from './texts.ts';

function show(language: 'en' | 'de'): void {
  showTexts(language, { api: language === 'de' ? german : english });
}

afterEach(() => showTexts('en', {}));

const ERROR = {
  field: 'name',
  code: 'too_long',
  message: 'Must have at most 1,000 characters.',
  params: { max: 1000 },
};
const FAILURE = {
  error: 1,
  code: 'invalid_input',
  message: `name: ${ERROR.message}`,
  params: { count: 1, fields: 'name', problem: ERROR.message },
  errors: [ERROR],
};

test('a failure is read in the reader’s language by its code and parameters, and so is the field inside its message', async () => {
  show('de');
  const error = translateFailure(await readFailure(Response.json(FAILURE, { status: 400 })));
  expect(error.fields).toEqual({ name: 'Höchstens 1.000 Zeichen.' });
  expect(error.message).toBe('name: Höchstens 1.000 Zeichen.');
});

test('in English the dashboard shows what the API says', async () => {
  show('en');
  const error = translateFailure(await readFailure(Response.json(FAILURE, { status: 400 })));
  expect([error.message, error.fields]).toEqual([FAILURE.message, { name: ERROR.message }]);
});

test('a code that the dashboard does not know is shown in English', async () => {
  show('de');
  const body = { error: 1, code: 'from_a_newer_server', message: 'Something new.' };
  const failure = await readFailure(Response.json(body, { status: 409 }));
  expect(translateFailure(failure).message).toBe('Something new.');
});

test('a response that is not from the API is described by its status', async () => {
  show('de');
  const error = translateFailure(await readFailure(new Response('<html>', { status: 413 })));
  expect([error.code, error.message]).toEqual(['unexpected_status', 'Der Server hat mit dem Status 413 geantwortet.']);
});

test('warnings are read in the reader’s language', () => {
  show('de');
  const details = [{ code: 'overlay_code_missing', message: 'It has no code yet.', params: {} }];
  const response = { warning: 'It has no code yet.', warning_details: details };
  translateWarnings(response);
  expect(response.warning).toBe('Es hat noch keinen Code.');
});
