// The folder in which a program that is one file finds what was built into it.
const BUILT_IN = '/$bunfs/';

/** Where a thread's program is: beside its caller in a checkout, but in one file under its path in `src`, as JavaScript. */
export function threadAddress(beside: URL): string {
  if (!beside.pathname.startsWith(BUILT_IN)) return beside.href;
  const name = beside.pathname.split('/').at(-1) ?? '';
  return new URL(`app/${name.replace(/\.ts$/, '.js')}`, beside).href;
}
