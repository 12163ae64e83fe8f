import type { Config } from '../config/config.ts';
import { version } from '../config/version.ts';
import { failure, failureWithParams } from '../core/errors.ts';
import { assertAdmin } from '../http/assert-admin.ts';
import { ok } from '../http/envelope.ts';
import { adminRequired } from '../http/failures.ts';
import { type RequestFacts, type Route, route } from '../http/route.ts';
import { formatDateTime } from '../lib/date-time.ts';
import type { SendMail } from '../lib/mail.ts';
import { choosePageLanguage } from '../pages/texts.ts';
import { adviseOnProxy } from './advise-on-proxy.ts';
import * as contract from './server.contract.ts';
import { writeTestMail } from './test-mail.ts';

export const noMailServer = failure('conflict', 'no_mail_server', 'Set `SMTP_URL` and restart the server.');

/** The mail server refused the mail, or was not reachable. */
export const mailFailed = failureWithParams(
  'unavailable',
  'mail_failed',
  'The reason is the response of the mail server: correct `SMTP_URL`, and restart the server.',
);

interface Parts {
  config: Config;
  isTrusted(address: string): boolean;
  readHealth(): Promise<contract.HealthView>;
  /** Undefined if no mail server is configured. */
  sendMail: SendMail | undefined;
  findEmail(userId: number): Promise<string>;
}

/** The reason, without the password of SMTP_URL, in case a mail server repeats it. */
function readReason(error: unknown, smtpUrl: string | undefined): string {
  const text = error instanceof Error ? error.message : String(error);
  const password = decodeURIComponent(URL.parse(smtpUrl ?? '')?.password ?? '');
  return (password === '' ? text : text.replaceAll(password, '***')).slice(0, 500);
}

export function serverRoutes({ config, isTrusted, readHealth, sendMail, findEmail }: Parts): Route[] {
  const group = 'Server';
  const { shown, workers, registration, smtpUrl, baseUrl } = config;

  function describeClient({ peer, forwardedFor, address }: RequestFacts): contract.ServerView['client'] {
    const isPeerTrusted = isTrusted(peer);
    const { advice, add } = adviseOnProxy({ peer, forwardedFor, address, isPeerTrusted });
    const current = shown.find(({ name }) => name === 'TRUST_PROXY')?.value ?? null;
    const set = add === null ? null : [current, add].filter(Boolean).join(',');
    return { peer, forwarded: forwardedFor?.slice(0, 500) ?? null, address, trusted: isPeerTrusted, advice, set };
  }

  return [
    route({
      method: 'GET',
      path: '/api/server',
      scope: 'account',
      group,
      summary:
        'Show the version, health and settings of the server, and the address that it sees you from; for administrators',
      answer: contract.serverAnswer,
      fails: [adminRequired],
      handle: async ({ caller, request }) => {
        assertAdmin(caller);
        const settings = shown.map(({ name, isSet, value, fallback, isSecret, means }) => {
          return { name, set: isSet, value, default: fallback, secret: isSecret, means };
        });
        return ok({
          data: {
            version,
            runtime: `Bun ${Bun.version}`,
            platform: `${process.platform} ${process.arch}`,
            workers,
            started: formatDateTime(Date.now() - process.uptime() * 1000),
            registration,
            mail: sendMail !== undefined,
            health: await readHealth(),
            client: describeClient(request),
            settings,
          },
        });
      },
    }),

    route({
      method: 'POST',
      path: '/api/server/mail',
      scope: 'account',
      group,
      summary: 'Send a test email to your own address; for administrators',
      answer: contract.testMailAnswer,
      fails: [adminRequired, noMailServer, mailFailed],
      limit: { name: 'test-mail', rule: { limit: 5, windowMs: 60_000 } },
      // A mail server may take longer than the idle timeout of a connection.
      responseTimeoutSeconds: 60,
      handle: async ({ caller, request }) => {
        assertAdmin(caller);
        if (!sendMail) throw noMailServer();
        const to = await findEmail(caller.userId);
        try {
          await sendMail(writeTestMail(to, baseUrl, choosePageLanguage(request.acceptLanguage)));
        } catch (error) {
          throw mailFailed({ reason: readReason(error, smtpUrl) }, { cause: error });
        }
        return ok({ message: 'Mail has been sent.' as const, to });
      },
    }),
  ];
}
