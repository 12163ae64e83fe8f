import type { Mail } from '../../lib/mail.ts';
import type { Language } from '../../texts/message.ts';
import { getTexts } from '../../texts/texts.ts';

interface Facts {
  link: string;
  workspace: string;
  inviter: string;
  server: string;
}

/** The mail with the link that accepts an invitation. */
export function writeInvitationMail(to: string, { link, ...names }: Facts, language: Language): Mail {
  const { subject, invite, ignore } = getTexts('mails', language).invitation;
  return { to, subject: subject(names), text: `${invite(names)}\n\n${link}\n\n${ignore}\n` };
}
