import type { Mail } from '../../lib/mail.ts';
import { SOURCE_LANGUAGE } from '../../texts/message.ts';
import { getTexts } from '../../texts/texts.ts';

/** The mail to the owner of a webhook that was disabled because it failed for days. */
export function writeDisabledMail(to: string, { url, page }: { url: string; page: string }): Mail {
  const { subject, failed, enable } = getTexts('mails', SOURCE_LANGUAGE).webhookDisabled;
  return { to, subject: subject({ url }), text: `${failed({ url })}\n\n${enable}\n\n${page}\n` };
}
