import type { Mail } from '../../lib/mail.ts';
import type { Language } from '../../pages/texts.ts';

const TEXTS: Record<Language, { subject: string; text(link: string): string }> = {
  en: {
    subject: 'A new password for Signpost',
    text: (link) => `Somebody asked for a new password for your account. If it was you, set it here within an hour:

${link}

If it was not you, do nothing: your password stays as it is.
`,
  },
  de: {
    subject: 'Ein neues Passwort für Signpost',
    text: (
      link,
    ) => `Jemand hat für Ihr Konto ein neues Passwort angefordert. Wenn Sie das waren, setzen Sie es innerhalb einer Stunde hier:

${link}

Wenn nicht, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist.
`,
  },
};

/** The mail that leads to a new password. */
export function writeResetMail(to: string, link: string, language: Language): Mail {
  const { subject, text } = TEXTS[language];
  return { to, subject, text: text(link) };
}
