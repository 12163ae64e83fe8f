import manifest from '../../package.json' with { type: 'json' };

/** The version of this program. */
export const version: string = manifest.version;

/** Whether this is the single-file executable, not a checkout. */
export const isExecutable: boolean = /^(\/\$bunfs\/|[A-Z]:[\\/]~BUN[\\/])/.test(import.meta.path);
