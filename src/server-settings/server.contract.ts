import { z } from 'zod';
import { answerOf } from '../http/envelope.ts';
import { dateTimeView } from '../http/fields.ts';
import { proxyAdvice } from './advise-on-proxy.ts';

const state = z
  .enum(['ok', 'warning', 'failed', 'off'])
  .describe('ok, warning (works, but needs attention), failed, or off (not used)');
const problem = z.string().nullable().describe('Why it failed; null if it did not');

/** The checks of the server. */
export const healthView = z.strictObject({
  store: z.strictObject({
    state,
    engine: z.enum(['sqlite', 'postgres']).describe('The database engine'),
    place: z.string().describe('File, or host and database'),
    ms: z.number().nullable().describe('Milliseconds that a query took'),
    damage: z.int().describe('Queries that found a damaged part since the start'),
    problem,
  }),
  replica: z.strictObject({ state, problem }),
  redis: z.strictObject({ state }),
  counting: z.strictObject({
    state,
    waiting: z.int().describe('Recorded clicks that are not counted yet'),
    lag: z.number().describe('Age in seconds of the newest counted click while others are waiting'),
  }),
  backups: z.strictObject({
    state,
    last: dateTimeView.nullable().describe('When the last one was made'),
    problem,
  }),
  disk: z.strictObject({
    state,
    folder: z.string().describe('DATA_DIR'),
    free: z.int().describe('Free bytes'),
    total: z.int().describe('All bytes'),
  }),
  clock: z.strictObject({
    state,
    time: dateTimeView.describe('The time of this server, in UTC'),
    offset: z.int().nullable().describe('Milliseconds that the database is ahead of it'),
  }),
});

/** How the server sees this request. */
export const clientView = z.strictObject({
  peer: z.string().describe('Address of the connection: yours, or that of a proxy'),
  forwarded: z.string().nullable().describe('The header X-Forwarded-For; null if there is none'),
  address: z.string().describe('The address that counts as yours, after TRUST_PROXY is applied'),
  trusted: z.boolean().describe('Whether TRUST_PROXY contains the address of the connection'),
  advice: z.enum(proxyAdvice).describe('Whether TRUST_PROXY fits what this request looks like'),
  set: z.string().nullable().describe('Suggested value of TRUST_PROXY; null if it needs no change'),
});

/** A setting of the environment. */
export const settingView = z.strictObject({
  name: z.string().describe('Environment variable'),
  set: z.boolean().describe('Whether it is set'),
  value: z.string().nullable().describe('Its value without credentials; null if it is not set, or is a secret'),
  default: z.string().describe('What applies if it is not set'),
  secret: z.boolean().describe('Whether it is set and hidden'),
  means: z.string().describe('What it is for'),
});

export const serverView = z.strictObject({
  version: z.string().describe('Version of the program'),
  runtime: z.string().describe('Bun and its version'),
  platform: z.string().describe('Operating system and processor'),
  workers: z.int().describe('Server processes, by WORKERS'),
  started: dateTimeView.describe('When this process was started'),
  registration: z.enum(['open', 'closed']).describe('Whether anyone may register, by REGISTRATION'),
  mail: z.boolean().describe('Whether a mail server is configured, by SMTP_URL'),
  health: healthView,
  client: clientView,
  settings: z.array(settingView).describe('Every setting, in the order of the documentation'),
});

export const serverAnswer = answerOf({ data: serverView });
export const testMailAnswer = answerOf({
  message: z.literal('Mail has been sent.'),
  to: z.string().describe('Your address'),
});

export type HealthView = z.output<typeof healthView>;
export type HealthState = HealthView['store']['state'];
export type ServerView = z.output<typeof serverView>;
