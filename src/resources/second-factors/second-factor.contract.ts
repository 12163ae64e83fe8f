import { z } from 'zod';
import { confirmationFields } from '../../http/account-access.ts';
import { answerOf, messageAnswer } from '../../http/envelope.ts';

const codeField = z.string().trim().min(1).max(64);

export const startAnswer = answerOf({
  secret: z.string().describe('For apps that cannot scan a QR code, in base32'),
  uri: z.string().describe('The content of the QR code that an authenticator app scans'),
  qr: z.string().describe('This QR code, as the data URL of an SVG'),
});

export const confirmBody = z.object({ code: codeField.describe('The six digits that the app shows') });

export const confirmAnswer = answerOf({
  recovery_codes: z.array(z.string()).describe('Each signs in once without the app; shown only once'),
});

export const removeBody = z.object({
  code: codeField.describe('Six digits of the app, or a recovery code'),
  ...confirmationFields,
});

export const removeAnswer = messageAnswer('Second factor has been removed successfully.');
