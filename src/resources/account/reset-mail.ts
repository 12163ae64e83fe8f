import type { Mail } from '../../lib/mail.ts';
import type { Language } from '../../pages/texts.ts';

const TEXTS: Record<Language, { subject: string; text(link: string): string }> = {
  en: {
    subject: 'Reset your Signpost password',
    text: (link) => `Someone requested a password reset for your account. If it was you, set a new password within the next hour:

${link}

If it wasn’t you, ignore this email. Your password won’t change.
`,
  },
  de: {
    subject: 'Ihr Signpost-Passwort zurücksetzen',
    text: (
      link,
    ) => `Jemand hat für Ihr Konto das Zurücksetzen des Passworts angefordert. Wenn Sie das waren, legen Sie innerhalb der nächsten Stunde ein neues Passwort fest:

${link}

Wenn nicht, ignorieren Sie diese E-Mail. Ihr Passwort wird nicht geändert.
`,
  },
};

/** The mail that leads to a new password. */
export function writeResetMail(to: string, link: string, language: Language): Mail {
  const { subject, text } = TEXTS[language];
  return { to, subject, text: text(link) };
}
