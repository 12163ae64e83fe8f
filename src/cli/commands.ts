import type { Command } from './command.ts';

/** The commands in the order of the help. Each is loaded when it is needed, so that a server does not hold the others in memory. */
export const commands: Record<string, () => Promise<Command>> = {
  serve: async () => (await import('./serve.ts')).serve,
  'user add': async () => (await import('./user-add.ts')).userAdd,
  'user list': async () => (await import('./user-list.ts')).userList,
  'user reset': async () => (await import('./user-reset.ts')).userReset,
  'user disable': async () => (await import('./user-flags.ts')).userDisable,
  'user enable': async () => (await import('./user-flags.ts')).userEnable,
  'user admin': async () => (await import('./user-flags.ts')).userAdmin,
  'key new': async () => (await import('./key-new.ts')).keyNew,
  migrate: async () => (await import('./migrate-store.ts')).migrateStore,
  backup: async () => (await import('./backup.ts')).backup,
  restore: async () => (await import('./restore.ts')).restore,
  import: async () => (await import('./import.ts')).importLinks,
  export: async () => (await import('./export.ts')).exportStore,
  apply: async () => (await import('./apply.ts')).apply,
  dump: async () => (await import('./dump.ts')).dump,
  mcp: async () => (await import('./mcp.ts')).mcp,
  doctor: async () => (await import('./doctor.ts')).doctor,
  upgrade: async () => (await import('./upgrade.ts')).upgrade,
  healthcheck: async () => (await import('./healthcheck.ts')).healthcheck,
  'install-service': async () => (await import('./install-service.ts')).installService,
  'import-job': async () => (await import('./import-job.ts')).importJob,
  worker: async () => (await import('./worker.ts')).worker,
};
