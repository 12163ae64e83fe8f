import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test';
import { ApiError } from '../../web/lib/api-error.ts';
import { type Autosave, createAutosave, type SaveState } from '../../web/lib/autosave.ts';

const MINUTE_MS = 60_000;

describe('autosave', () => {
  let sent: string[];
  let states: string[];
  let answers: { resolve(): void; reject(error: Error): void }[];
  let autosave: Autosave<string>;

  beforeEach(() => {
    jest.useFakeTimers();
    [sent, states, answers] = [[], [], []];
    autosave = createAutosave({
      initial: '',
      keyOf: (draft) => draft,
      onState: (state: SaveState) => states.push(state.kind),
      save(draft) {
        sent.push(draft);
        return new Promise<void>((resolve, reject) => answers.push({ resolve, reject }));
      },
    });
  });
  afterEach(() => {
    autosave.stop();
    jest.useRealTimers();
  });

  /** Lets pending promises resolve. */
  async function flushPromises(): Promise<void> {
    for (let turns = 0; turns < 5; turns += 1) await Promise.resolve();
  }

  async function answer(error?: Error): Promise<void> {
    const waiting = answers.shift();
    if (error) waiting?.reject(error);
    else waiting?.resolve();
    await flushPromises();
  }

  function type(...drafts: string[]): void {
    for (const draft of drafts) autosave.change(draft);
  }

  const offline = new ApiError({ status: 0, code: 'offline', message: 'The server cannot be reached.' });
  const refused = new ApiError({ status: 400, code: 'invalid', message: 'No.', fields: { name: 'No.' } });

  test('a draft is sent once, after typing stops', async () => {
    type('a', 'ab', 'abc');
    expect(sent).toEqual([]);
    jest.advanceTimersByTime(MINUTE_MS);
    await answer();
    expect(sent).toEqual(['abc']);
    expect(states.at(-1)).toBe('saved');
  });

  test('a change during a request waits for its response', async () => {
    type('a');
    jest.advanceTimersByTime(MINUTE_MS);
    type('ab', 'abc');
    jest.advanceTimersByTime(MINUTE_MS);
    expect(sent).toEqual(['a']);
    await answer();
    expect(states.at(-1)).toBe('saving');
    jest.advanceTimersByTime(MINUTE_MS);
    await answer();
    expect([sent, states.at(-1)]).toEqual([['a', 'abc'], 'saved']);
  });

  test('a refused draft is not sent again before it changes', async () => {
    type('bad');
    jest.advanceTimersByTime(MINUTE_MS);
    await answer(refused);
    jest.advanceTimersByTime(10 * MINUTE_MS);
    autosave.change('bad');
    expect([sent, states.at(-1)]).toEqual([['bad'], 'failed']);
    type('good');
    jest.advanceTimersByTime(MINUTE_MS);
    await answer();
    expect([sent, states.at(-1)]).toEqual([['bad', 'good'], 'saved']);
  });

  test('a failed request is repeated automatically, and immediately on retry', async () => {
    type('a');
    jest.advanceTimersByTime(MINUTE_MS);
    await answer(offline);
    expect(states.at(-1)).toBe('failed');
    jest.advanceTimersByTime(MINUTE_MS);
    await answer(offline);
    autosave.retry();
    await answer();
    expect([sent, states.at(-1)]).toEqual([['a', 'a', 'a'], 'saved']);
    jest.advanceTimersByTime(10 * MINUTE_MS);
    expect(sent).toHaveLength(3);
  });

  test('a draft that equals the saved state is not sent', async () => {
    type('a', '');
    jest.advanceTimersByTime(MINUTE_MS);
    expect([sent, states.at(-1)]).toEqual([[], 'saved']);
    type('b');
    jest.advanceTimersByTime(MINUTE_MS);
    type('');
    await answer(refused);
    jest.advanceTimersByTime(MINUTE_MS);
    expect([sent, states.at(-1)]).toEqual([['b'], 'saved']);
  });
});
