import type { Mail } from '../lib/mail.ts';
import type { Language } from '../texts/message.ts';
import { getTexts } from '../texts/texts.ts';

/** The mail that an administrator sends to see whether mail arrives. */
export function writeTestMail(to: string, server: string, language: Language): Mail {
  const { subject, text } = getTexts('mails', language).test;
  return { to, subject, text: `${text({ server })}\n` };
}
