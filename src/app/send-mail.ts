import type { Config } from '../config/config.ts';
import { createSendMail, type SendMail } from '../lib/mail.ts';

/** Returns the function that sends mail; undefined if no mail server is configured. */
export function openSendMail({ smtpUrl, baseUrl }: Pick<Config, 'smtpUrl' | 'baseUrl'>): SendMail | undefined {
  if (smtpUrl === undefined) return undefined;
  return createSendMail(smtpUrl, `signpost@${new URL(baseUrl).hostname}`);
}
