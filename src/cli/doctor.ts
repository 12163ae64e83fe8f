import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { openBus } from '../bus/open.ts';
import { type Config, readConfig } from '../config/config.ts';
import { assertDataDirWritable } from '../config/data-dir.ts';
import { version } from '../config/version.ts';
import { pendingMigrations } from '../db/migrate.ts';
import { explainStoreError, openDatabase, pingDatabase, sqlitePath } from '../db/open.ts';
import { assertSafeSqlite, sqliteVersion } from '../db/sqlite-version.ts';
import { createLog } from '../lib/log.ts';
import { checkBackups } from './check-backups.ts';
import { checkCertificates } from './check-certificates.ts';
import { checkClock } from './check-clock.ts';
import { checkDamage } from './check-damage.ts';
import { checkDisk } from './check-disk.ts';
import { checkProvider } from './check-provider.ts';
import { checkProxy } from './check-proxy.ts';
import type { Command } from './command.ts';
import { Warning } from './warning.ts';

/** One check with its result, and advice if it failed. */
interface Finding {
  check: string;
  state: 'ok' | 'warning' | 'failed';
  text: string;
}

type Check = (config: Config) => Finding['text'] | Promise<Finding['text']>;

function checkProgram(): string {
  const sqlite = sqliteVersion();
  assertSafeSqlite(sqlite);
  return `Signpost ${version} on Bun ${Bun.version}, SQLite ${sqlite}, ${process.platform} ${process.arch}.`;
}

function checkFolder(config: Config): string {
  assertDataDirWritable(config);
  return `DATA_DIR is writable: ${resolve(config.dataDir)}.`;
}

async function checkStore(config: Config): Promise<string> {
  if (config.databaseUrl === undefined && !existsSync(sqlitePath(config))) {
    return 'There is no database yet; the first start creates it.';
  }
  try {
    const database = await openDatabase(config);
    try {
      const pending = await pendingMigrations(database);
      if (pending.length > 0)
        throw new Warning(`${database.place} lacks ${pending.join(', ')}. Run signpost migrate to update it.`);
      return `${database.place} is reachable and up to date.`;
    } finally {
      await database.close();
    }
  } catch (error) {
    throw explainStoreError(error, config);
  }
}

async function checkReplica(config: Config): Promise<string> {
  if (config.databaseReplicaUrl === undefined) return 'DATABASE_REPLICA_URL is not set (fine without a replica).';
  const database = await openDatabase(config);
  try {
    await pingDatabase(database.db).catch((error) => {
      throw explainStoreError(error, config);
    });
    await database.replica?.check().catch(({ message }: Error) => {
      throw new Error(
        `The replica in DATABASE_REPLICA_URL cannot be used: ${message}. Until it can, lists and statistics are read from DATABASE_URL.`,
      );
    });
    return `${database.replica?.place} is reachable and up to date.`;
  } finally {
    await database.close();
  }
}

async function checkRedis(config: Config): Promise<string> {
  if (config.redisUrl === undefined) return 'REDIS_URL is not set (fine for a single node).';
  const bus = openBus(
    config,
    createLog('silent', () => {}),
  );
  const isThere = await bus.ping();
  bus.close();
  if (!isThere)
    throw new Error('Redis at REDIS_URL is not reachable. Until it is, each node counts rate limits on its own.');
  return 'Redis is reachable.';
}

function checkSecret({ databaseUrl, secret }: Config): string {
  if (secret !== undefined) return 'SECRET is set.';
  if (databaseUrl === undefined) return 'SECRET is stored in DATA_DIR.';
  throw new Warning(
    'SECRET is not set: if you run several nodes, set the same SECRET on each, or their tokens will differ.',
  );
}

function checkAddress({ baseUrl, isBaseUrlSet }: Config): string {
  if (!isBaseUrlSet)
    throw new Warning(`BASE_URL is not set: short links will start with ${baseUrl}. Set it to the public URL.`);
  if (baseUrl.startsWith('http://'))
    throw new Warning('BASE_URL is not https: keys and passwords are sent unencrypted.');
  return `Short links start with ${baseUrl}.`;
}

const checks: Record<string, Check> = {
  program: checkProgram,
  folder: checkFolder,
  disk: checkDisk,
  store: checkStore,
  damage: checkDamage,
  clock: checkClock,
  backups: checkBackups,
  certificates: checkCertificates,
  replica: checkReplica,
  redis: checkRedis,
  secret: checkSecret,
  address: checkAddress,
  proxy: checkProxy,
  provider: checkProvider,
};

async function examine(check: string, look: () => ReturnType<Check>): Promise<Finding> {
  try {
    return { check, state: 'ok', text: await look() };
  } catch (error) {
    return { check, state: error instanceof Warning ? 'warning' : 'failed', text: (error as Error).message };
  }
}

async function examineAll(): Promise<Finding[]> {
  let config: Config | undefined;
  const first = await examine('configuration', () => {
    config = readConfig();
    return 'Configuration is valid.';
  });
  const findings = [first];
  if (!config) return findings;
  const known = config;
  for (const [name, check] of Object.entries(checks)) findings.push(await examine(name, () => check(known)));
  return findings;
}

/** Checks the machine, the configuration and the store, and explains every problem. */
export const doctor: Command = {
  name: 'doctor',
  summary: 'Check the machine, the configuration and the database',
  options: {},

  async run() {
    const findings = await examineAll();
    const lines = findings.map(({ check, state, text }) => `${state.padEnd(8)} ${check.padEnd(14)} ${text}`);
    const isWell = findings.every(({ state }) => state !== 'failed');
    return { json: { ok: isWell, findings }, text: lines.join('\n'), exitCode: isWell ? 0 : 1 };
  },
};
