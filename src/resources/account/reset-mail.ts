import type { Mail } from '../../lib/mail.ts';
import type { Language } from '../../texts/message.ts';
import { getTexts } from '../../texts/texts.ts';

/** The mail with the link that sets a new password. */
export function writeResetMail(to: string, link: string, language: Language): Mail {
  const { subject, request, ignore } = getTexts('mails', language).resetPassword;
  return { to, subject, text: `${request}\n\n${link}\n\n${ignore}\n` };
}
