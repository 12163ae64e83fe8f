import type { Mail } from '../../lib/mail.ts';
import type { Language } from '../../pages/texts.ts';

const TEXTS: Record<Language, { subject: string; text(baseUrl: string): string }> = {
  en: {
    subject: 'Your e-mail address for Signpost was changed',
    text: (
      baseUrl,
    ) => `The e-mail address of your account at ${baseUrl} was changed. This address no longer signs in there.

If it was you, there is nothing to do. If it was not, tell an administrator of that server at once: somebody else uses your account.
`,
  },
  de: {
    subject: 'Ihre E-Mail-Adresse für Signpost wurde geändert',
    text: (
      baseUrl,
    ) => `Die E-Mail-Adresse Ihres Kontos bei ${baseUrl} wurde geändert. Mit dieser Adresse können Sie sich dort nicht mehr anmelden.

Wenn Sie das waren, brauchen Sie nichts zu tun. Wenn nicht, wenden Sie sich sofort an einen Administrator dieses Servers: Jemand anderes benutzt Ihr Konto.
`,
  },
};

/** Tells the old address of an account that it is no longer in use; the new one stays private. */
export function writeEmailChangedMail(to: string, baseUrl: string, language: Language): Mail {
  const { subject, text } = TEXTS[language];
  return { to, subject, text: text(baseUrl) };
}
