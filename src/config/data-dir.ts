import {
  accessSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { randomToken } from '../lib/token.ts';
import { type Config, ConfigError } from './config.ts';

/** The closest parent folder that exists. */
export function nearestExisting(folder: string): string {
  return existsSync(folder) ? folder : nearestExisting(dirname(folder));
}

/** Throws a ConfigError unless DATA_DIR is writable; creates nothing. */
export function assertDataDirWritable(config: Config): void {
  const folder = resolve(config.dataDir);
  try {
    accessSync(nearestExisting(folder), constants.W_OK | constants.X_OK);
  } catch {
    throw new ConfigError(
      `DATA_DIR is not writable: ${folder}. Grant this user write access, or set another DATA_DIR.`,
    );
  }
}

/** Creates the data folder if it is missing. */
export function makeDataDir(config: Config): string {
  assertDataDirWritable(config);
  const folder = resolve(config.dataDir);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new ConfigError(`DATA_DIR cannot be created: ${(error as Error).message}.`);
  }
  return folder;
}

/** Writes a file atomically. If two processes do it at once, one wins and both then read the same content. */
function writeOnce(file: string, text: string): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
}

function secretFile({ dataDir }: Config): string {
  return join(resolve(dataDir), 'secret');
}

/** The secret file in DATA_DIR; undefined if it does not exist. */
export function findKeptSecret(config: Config): string | undefined {
  const file = secretFile(config);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

/** Writes the secret file unless it exists. */
export function keepSecret(config: Config, secret: string): void {
  makeDataDir(config);
  const file = secretFile(config);
  if (!existsSync(file)) writeOnce(file, secret);
}

/** SECRET, or the secret that the first start generated in DATA_DIR, readable only by this user. */
export function loadSecret(config: Config): string {
  if (config.secret !== undefined) return config.secret;
  keepSecret(config, randomToken(32));
  const secret = findKeptSecret(config) ?? '';
  if (secret.length < 16) {
    throw new ConfigError(
      `${secretFile(config)} contains no secret. Restore the old one, or delete the file to generate a new one.`,
    );
  }
  return secret;
}
