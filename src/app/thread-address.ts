// The folder of embedded files in a single-file executable; the second form is that of Windows.
const BUILT_IN = /^\/(\$bunfs|[A-Z]:\/~BUN)\//;

/** The URL of a thread's program: beside its caller in a checkout, below `app/` as JavaScript in the executable. */
export function threadAddress(beside: URL): string {
  if (!BUILT_IN.test(beside.pathname)) return beside.href;
  const name = beside.pathname.split('/').at(-1) ?? '';
  return new URL(`app/${name.replace(/\.ts$/, '.js')}`, beside).href;
}
