import type { Mail } from '../../lib/mail.ts';
import type { Language } from '../../texts/message.ts';
import { getTexts } from '../../texts/texts.ts';

/** The mail to the old address when the email address of an account changes. It does not name the new address. */
export function writeEmailChangedMail(to: string, baseUrl: string, language: Language): Mail {
  const { subject, change, ignore } = getTexts('mails', language).emailChanged;
  return { to, subject, text: `${change({ server: baseUrl })}\n\n${ignore}\n` };
}
