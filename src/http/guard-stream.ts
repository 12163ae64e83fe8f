const CHECK_EVERY_MS = 1_000;

/**
 * A file that breaks off when its client is no longer allowed to read it: the key was revoked, or the membership ended. It is
 * checked once a second while the file is being sent.
 */
export function guardStream(
  source: ReadableStream<Uint8Array>,
  isStillAllowed: () => Promise<boolean>,
  now: () => number = performance.now.bind(performance),
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  let checkedAtMs = now();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (now() - checkedAtMs >= CHECK_EVERY_MS) {
          checkedAtMs = now();
          if (!(await isStillAllowed())) {
            const error = new Error('the client may no longer read this file');
            await reader.cancel(error);
            // An error, not an end: half of a file must not look like the whole.
            controller.error(error);
            return;
          }
        }
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
