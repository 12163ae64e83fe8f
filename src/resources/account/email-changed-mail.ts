import type { Mail } from '../../lib/mail.ts';
import type { Language } from '../../pages/texts.ts';

const TEXTS: Record<Language, { subject: string; text(baseUrl: string): string }> = {
  en: {
    subject: 'Your Signpost email address was changed',
    text: (
      baseUrl,
    ) => `The email address of your account at ${baseUrl} was changed. You can no longer sign in with this address.

If it was you, you don’t need to do anything. If it wasn’t, contact an administrator of that server immediately: someone else is using your account.
`,
  },
  de: {
    subject: 'Ihre Signpost-E-Mail-Adresse wurde geändert',
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
