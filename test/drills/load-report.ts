import { type ClientKind, clientKinds, endings, type TlsLoad } from './tls-load.ts';

/** Seconds after a start, as text. */
export function secondsAfter(startMs: number, atMs: number): string {
  return `${((atMs - startMs) / 1_000).toFixed(1)} s`;
}

// The old listener accepts connections for a second more; what happens within two seconds has that reason.
function isDuring(replacedMs: number[], atMs: number): boolean {
  return replacedMs.some((at) => atMs - at > -200 && atMs - at < 2_000);
}

function reportKind(load: TlsLoad, kind: ClientKind, replacedMs: number[]): void {
  console.log(`  ${kind}: ${load.responses.get(kind) ?? 0} responses`);
  for (const [ending, meaning] of Object.entries(endings)) {
    const these = load.ended.filter((one) => one.kind === kind && one.ending === ending);
    if (these.length === 0) continue;
    const explained = these.filter(({ atMs }) => isDuring(replacedMs, atMs));
    console.log(`    ${these.length} ${meaning} (${explained.length} of them while a listener was replaced)`);
    if (ending === 'announced') continue;
    for (const detail of new Set(these.map((one) => one.detail))) console.log(`      ${detail}`);
  }
}

/** Prints what clients saw. `replacedMs`: when the server opened a listener. */
export function reportLoad(load: TlsLoad, replacedMs: number[], startMs: number): void {
  console.log('\nListeners opened (the first one, then one for each new set of certificates):');
  for (const atMs of replacedMs) console.log(`  ${secondsAfter(startMs, atMs)}`);
  console.log('\nCertificates seen by clients:');
  for (const { host, serial, firstMs } of load.certificates) {
    console.log(`  ${secondsAfter(startMs, firstMs).padStart(8)}  ${host.padEnd(18)} ${serial}`);
  }
  console.log('\nResponses, and connections that ended without the client asking for it:');
  for (const kind of Object.keys(clientKinds) as ClientKind[]) reportKind(load, kind, replacedMs);
  console.log(`  Responses other than 302: ${load.wrong}.`);
}
