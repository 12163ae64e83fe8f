import { join } from 'node:path';
import { ADDRESS, EmptyMachine } from './empty-machine.ts';
import { reportLoad, secondsAfter } from './load-report.ts';
import { DIRECTORY, readIssuingRoot, startNamedAuthority } from './named-authority.ts';
import { TlsLoad } from './tls-load.ts';

const MAIN = 'sgn.example';
const SECOND = 'go.brand.example';
const LIFETIME_SECONDS = 60;
// Each certificate is renewed at least twice in this time, after two thirds of its life.
const LOAD_SECONDS = 150;
const CLIENTS = { 'kept alive, busy': 8, 'kept alive, slow': 8, 'HTTP/2, busy': 4, 'new each time': 4 };

/** The command of docs/installing.md, and the options that only this drill needs. */
function startCommand(migrates: boolean): { shown: string[]; extra: string[] } {
  const settings = ['HTTPS=auto', `BASE_URL=https://${MAIN}`, `ACME_EMAIL=you@${MAIN}`].flatMap((text) => ['-e', text]);
  const closed = ['--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'];
  const ports = ['-p', '80:8080', '-p', '443:8443', '-v', 'signpost:/data'];
  const authority = ['-e', `ACME_DIRECTORY=${DIRECTORY}`, '-e', 'NODE_EXTRA_CA_CERTS=/etc/ca.pem'];
  const trust = ['-v', '/etc/ca.pem:/etc/ca.pem:ro'];
  const start = ['podman', 'run', '-d', '--name', 'signpost', '--restart', 'unless-stopped'];
  return {
    shown: [...start, ...ports, ...closed, ...settings],
    extra: [...authority, ...trust, ...(migrates ? ['--sysctl', 'net.ipv4.tcp_migrate_req=1'] : [])],
  };
}

/** When the server opened a listener for HTTPS, from its log. */
function readReplacements(machine: EmptyMachine): number[] {
  const lines = machine.run(['podman', 'logs', 'signpost']).split('\n');
  const entries = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
  return entries.filter(({ message }) => message === 'HTTPS is ready').map(({ time }) => Date.parse(time));
}

async function waitFor(what: string, isDone: () => boolean | Promise<boolean>): Promise<void> {
  for (const endMs = performance.now() + 60_000; !(await isDone()); await Bun.sleep(100)) {
    if (performance.now() > endMs) throw new Error(`${what}: not within a minute`);
  }
}

type CallApi = (path: string, body?: object) => Promise<Record<string, unknown>>;

/** Creates an account in the container. The returned function requests the API over HTTPS. */
function createAccount(machine: EmptyMachine, root: string): CallApi {
  const words = ['podman', 'exec', 'signpost', 'signpost', 'user', 'add', '--email', 'you@example.com', '--json'];
  const { apikey } = JSON.parse(machine.run([...words, '--password', 'correct horse 9']));
  return async (path, body) => {
    const response = await fetch(`https://${ADDRESS}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { Host: MAIN, Authorization: `Bearer ${apikey}` },
      ...(body && { body: JSON.stringify(body) }),
      tls: { ca: root, serverName: MAIN, checkServerIdentity: () => undefined },
    });
    return (await response.json()) as Record<string, unknown>;
  };
}

/** Adds a domain, and waits for its certificate. */
async function addSecondDomain(machine: EmptyMachine, callApi: CallApi): Promise<void> {
  const { id } = await callApi('/api/domain/add', { domain: `https://${SECOND}` });
  await callApi('/api/url/add', { url: 'https://example.com/b', custom: 'spring', domain: SECOND });
  await callApi(`/api/domain/${id}/verify`, {});
  const verifiedMs = Date.now();
  await waitFor('the second certificate', async () => {
    const { data } = (await callApi('/api/certificates')) as { data: { domain: string; state: string }[] };
    return data.some(({ domain, state }) => domain === SECOND && state === 'valid');
  });
  const issued = secondsAfter(verifiedMs, Date.now());
  await waitFor('the second listener', () => readReplacements(machine).length > 1);
  const used = secondsAfter(verifiedMs, Date.now());
  console.log(`${SECOND}: certificate ${issued} after the domain was verified, in use after ${used}.`);
}

function inspectStart(machine: EmptyMachine): string {
  return machine.run(['podman', 'inspect', 'signpost', '--format', '{{.State.StartedAt}} {{.RestartCount}}']);
}

async function drill(folder: string, migrates: boolean): Promise<boolean> {
  const machine = await EmptyMachine.boot();
  machine.copy(join(folder, 'signpost.tar'), 'signpost.tar');
  machine.write('etc/ca.pem', await startNamedAuthority(folder, LIFETIME_SECONDS));

  const { shown, extra } = startCommand(migrates);
  console.log(`\n# ${[...shown, 'localhost/signpost'].join(' ')}`);
  console.log(`(for this drill also: ${extra.join(' ')}; certificates are valid for ${LIFETIME_SECONDS} s)`);
  const startMs = Date.now();
  machine.run([...shown, ...extra, 'docker-archive:/signpost.tar']);
  const started = inspectStart(machine);
  await waitFor('the first certificate', () => readReplacements(machine).length > 0);
  console.log(`${MAIN}: HTTPS ${secondsAfter(startMs, Date.now())} after the command, with loading the image.`);

  const root = await readIssuingRoot();
  const callApi = createAccount(machine, root);
  await callApi('/api/url/add', { url: 'https://example.com/spring', custom: 'spring' });
  const load = new TlsLoad({ address: ADDRESS, root }, '/spring');
  load.start(MAIN, CLIENTS);
  await addSecondDomain(machine, callApi);
  load.start(SECOND, CLIENTS);
  console.log(`Load on both for ${LOAD_SECONDS} s ...`);
  await Bun.sleep(LOAD_SECONDS * 1_000);
  await load.stop();
  reportLoad(load, readReplacements(machine), startMs);

  const hasStayed = inspectStart(machine) === started;
  console.log(`\nThe container ${hasStayed ? 'was not restarted' : 'WAS RESTARTED'}.`);
  const seen = (host: string) => load.certificates.filter((certificate) => certificate.host === host).length;
  const isRenewed = [MAIN, SECOND].every((host) => seen(host) >= 3);
  console.log(isRenewed ? 'Both certificates were renewed at least twice.' : 'A certificate was NOT RENEWED twice.');
  // Throws if it is not healthy.
  machine.run(['podman', 'healthcheck', 'run', 'signpost']);
  machine.run(['podman', 'stop', '--time=30', 'signpost']);
  const exitCode = machine.run(['podman', 'inspect', 'signpost', '--format', '{{.State.ExitCode}}']).trim();
  console.log(`It was healthy, and stopped with code ${exitCode}.`);
  machine.run(['podman', 'rm', '-f', 'signpost']);
  return hasStayed && isRenewed && exitCode === '0' && load.wrong === 0;
}

const [folder = '', ...options] = process.argv.slice(2);
const isGood = await drill(folder, options.includes('--migrate'));
process.exit(isGood ? 0 : 1);
