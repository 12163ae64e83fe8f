import { expect, test } from 'bun:test';
import { guardStream } from './guard-stream.ts';

/** A source of numbered chunks that ends after ten, and records whether it was canceled. */
function openSource() {
  const state = { sent: 0, isCanceled: false };
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (state.sent === 10) controller.close();
      else controller.enqueue(Uint8Array.of(state.sent++));
    },
    cancel() {
      state.isCanceled = true;
    },
  });
  return { stream, state };
}

test('a file is sent whole, and asks once a second whether its client may still read it', async () => {
  let [time, asked] = [0, 0];
  const isStillAllowed = async () => {
    asked += 1;
    return true;
  };
  const guarded = guardStream(openSource().stream, isStillAllowed, () => (time += 100));
  expect([...(await new Response(guarded).bytes())]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(asked).toBe(1);
});

test('a file breaks off with an error when its client may no longer read it', async () => {
  let time = 0;
  const { stream, state } = openSource();
  const reader = guardStream(
    stream,
    async () => false,
    () => time,
  ).getReader();
  expect((await reader.read()).value).toEqual(Uint8Array.of(0));
  time += 1_000;
  await expect(reader.read()).rejects.toThrow('no longer');
  expect(state.isCanceled).toBe(true);
});
