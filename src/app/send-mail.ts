import type { Config } from '../config/config.ts';
import { createSendMail, type SendMail } from '../lib/mail.ts';

/** Undefined if no mail server is configured. */
export function openSendMail({ smtpUrl, baseUrl }: Pick<Config, 'smtpUrl' | 'baseUrl'>): SendMail | undefined {
  if (smtpUrl === undefined) return undefined;
  return createSendMail(smtpUrl, `signpost@${new URL(baseUrl).hostname}`);
}
