import { chmodSync, existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ConfigError, readConfig } from '../config/config.ts';
import { isExecutable } from '../config/version.ts';
import { type Command, UsageError } from './command.ts';
import { formatServiceUnit, isStateDirectory, type ServicePlaces, UNIT_MARK } from './service-unit.ts';

const UNIT_FILE = '/etc/systemd/system/signpost.service';
const ENVIRONMENT_FILE = '/etc/signpost.env';
const USER = 'signpost';

/** The path of this program: the executable itself, or the script in `bin` of a checkout. */
function ownProgram(): string {
  return realpathSync(isExecutable ? process.execPath : join(import.meta.dir, '../../bin/signpost'));
}

// These characters need no quoting in a unit, in which %, $, quotes and spaces have a meaning.
const PLAIN_PATH = /^\/[\w./@+:,~-]*$/;

function assertPlain(name: string, path: string): void {
  if (PLAIN_PATH.test(path)) return;
  throw new UsageError(`${name} ${JSON.stringify(path)} has characters that a unit cannot contain; use another path`);
}

/** Checks the names that go into the unit. */
function readPlaces(user: string, environmentFile: string): ServicePlaces {
  const places = { program: ownProgram(), dataDir: resolve(readConfig().dataDir), environmentFile, user };
  assertPlain('The program', places.program);
  assertPlain('DATA_DIR', places.dataDir);
  assertPlain('--env-file', environmentFile);
  if (!/^[a-z_][a-z0-9_-]{0,30}$/.test(user)) throw new UsageError(`--user ${JSON.stringify(user)} is not a user name`);
  return places;
}

/** What `writeServiceUnit` needs to know about the machine. */
export interface ServiceMachine {
  unitFile: string;
  isRoot: boolean;
  hasUser(name: string): boolean;
}

function hasUser(name: string): boolean {
  return Bun.spawnSync(['id', '-u', name], { stdout: 'ignore', stderr: 'ignore' }).exitCode === 0;
}

/** Writes the unit, or throws an error that says what to do first. Creates no user and no other file. */
export function writeServiceUnit(places: ServicePlaces, { unitFile, isRoot, hasUser }: ServiceMachine): void {
  const { user, dataDir } = places;
  if (!isRoot) {
    throw new ConfigError(
      `Writing ${unitFile} requires root. Run this command with sudo, or print the unit with --dry-run.`,
    );
  }
  if (!existsSync(dirname(unitFile))) {
    throw new ConfigError(`${dirname(unitFile)} does not exist: this machine does not use systemd.`);
  }
  if (existsSync(unitFile) && !readFileSync(unitFile, 'utf8').startsWith(UNIT_MARK)) {
    throw new ConfigError(`${unitFile} was not written by this command. Move it away first.`);
  }
  if (!hasUser(user)) {
    const create = `useradd --system --no-create-home --home-dir ${dataDir} --shell /usr/sbin/nologin ${user}`;
    throw new ConfigError(`The user ${user} does not exist. Create it with: ${create}`);
  }
  if (!isStateDirectory(dataDir) && !existsSync(dataDir)) {
    throw new ConfigError(`DATA_DIR does not exist. Create it with: install -d -m 700 -o ${user} ${dataDir}`);
  }
  writeFileSync(unitFile, formatServiceUnit(places));
  // systemd warns about units that not everyone can read.
  chmodSync(unitFile, 0o644);
}

/** Writes the systemd unit that runs this installation. */
export const installService: Command = {
  name: 'install-service',
  summary: 'Write the systemd unit that runs this installation',
  options: {
    user: { type: 'string', means: `Account that runs the server; ${USER} by default` },
    'env-file': { type: 'string', means: `File with the settings; ${ENVIRONMENT_FILE} by default` },
    'dry-run': { type: 'boolean', means: 'Print the unit and write nothing' },
  },

  async run({ user = USER, 'env-file': environmentFile = ENVIRONMENT_FILE, 'dry-run': isDryRun }) {
    const places = readPlaces(String(user), String(environmentFile));
    const unit = formatServiceUnit(places);
    if (isDryRun) return { json: { file: UNIT_FILE, written: false, unit }, text: unit.trimEnd() };
    writeServiceUnit(places, { unitFile: UNIT_FILE, isRoot: process.getuid?.() === 0, hasUser });
    const lines = [
      `${UNIT_FILE} is written. It reads its settings from ${places.environmentFile}, such as BASE_URL.`,
      'Start the server, now and after each boot: systemctl daemon-reload && systemctl enable --now signpost',
      'Its log, and the set-up link of a new installation: journalctl -u signpost',
    ];
    return { json: { file: UNIT_FILE, written: true, unit }, text: lines.join('\n') };
  },
};
