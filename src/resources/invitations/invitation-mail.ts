import type { Mail } from '../../lib/mail.ts';
import type { Language } from '../../texts/message.ts';
import { getTexts } from '../../texts/texts.ts';

interface Facts {
  link: string;
  inviter: string;
  server: string;
}

/**
 * The mail with the link that accepts an invitation. It does not name the workspace: anybody can name one, and would write to strangers
 * in the name of this server.
 */
export function writeInvitationMail(to: string, { link, ...names }: Facts, language: Language): Mail {
  const { subject, invite, ignore } = getTexts('mails', language).invitation;
  return { to, subject: subject(names), text: `${invite(names)}\n\n${link}\n\n${ignore}\n` };
}
