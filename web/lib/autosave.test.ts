import { expect, test } from 'bun:test';
import { ApiError } from './api-error.ts';
import { createAutosave, type SaveState } from './autosave.ts';

/** An autosave whose requests end when the test ends them. */
function open() {
  const states: SaveState['kind'][] = [];
  const sent: string[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const sends: (() => void)[] = [];
  const autosave = createAutosave<string>({
    initial: 'a',
    keyOf: (draft) => draft,
    save(draft) {
      sent.push(draft);
      sends.shift()?.();
      return new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())));
    },
    onState: ({ kind }) => states.push(kind),
  });
  const nextSend = () => new Promise<void>((resolve) => sends.push(resolve));
  return { autosave, states, sent, ends, nextSend };
}

test('only the last of several quick changes is sent', async () => {
  const { autosave, sent, states, ends, nextSend } = open();
  const isSent = nextSend();
  autosave.change('b');
  autosave.change('c');
  expect(states).toEqual(['saving', 'saving']);
  await isSent;
  expect(sent).toEqual(['c']);
  ends[0]?.();
  await Promise.resolve();
  await Promise.resolve();
  expect(states.at(-1)).toBe('saved');
  autosave.stop();
});

test('a change back to the saved draft sends nothing', () => {
  const { autosave, sent, states } = open();
  autosave.change('b');
  autosave.change('a');
  expect(states).toEqual(['saving', 'saved']);
  expect(sent).toEqual([]);
  autosave.stop();
});

test('a change during a request is sent after it', async () => {
  const { autosave, sent, ends, nextSend } = open();
  const first = nextSend();
  autosave.change('b');
  await first;
  autosave.change('c');
  const second = nextSend();
  ends[0]?.();
  await second;
  expect(sent).toEqual(['b', 'c']);
  autosave.stop();
});

test('a refused draft is reported, and sent again only on retry', async () => {
  const { autosave, sent, states, ends, nextSend } = open();
  const first = nextSend();
  autosave.change('b');
  await first;
  ends[0]?.(new ApiError({ status: 400, code: 'invalid_input', message: 'no' }));
  await Promise.resolve();
  await Promise.resolve();
  expect(states.at(-1)).toBe('failed');
  autosave.retry();
  expect(sent).toEqual(['b', 'b']);
  autosave.stop();
});

test('a draft that the server has already is not sent', () => {
  const { autosave, sent, states } = open();
  autosave.accept('b');
  autosave.change('b');
  expect([sent, states]).toEqual([[], []]);
  autosave.stop();
});
