import { z } from 'zod';
import { answerOf, idField, messageAnswer, pageAnswer } from '../../http/envelope.ts';
import { dateTimeView, textField } from '../../http/fields.ts';
import { bytesField, credentialFields } from '../../http/passkey-fields.ts';

/** A passkey as the API returns it. */
export const passkeyView = z.strictObject({
  id: idField,
  name: z.string().describe('Private name'),
  synced: z.boolean().describe('Whether a password manager shares it among devices'),
  used: dateTimeView.nullable().describe('Last use; null = not yet'),
  date: dateTimeView,
});

export const passkeyPage = pageAnswer('passkeys', passkeyView);

/** Browsers take the options as they are. */
const optionsField = z.record(z.string(), z.unknown());

export const creationAnswer = answerOf({
  options: optionsField.describe(
    'For `PublicKeyCredential.parseCreationOptionsFromJSON`, then `navigator.credentials.create`',
  ),
});

export const requestAnswer = answerOf({
  options: optionsField.describe(
    'For `PublicKeyCredential.parseRequestOptionsFromJSON`, then `navigator.credentials.get`',
  ),
});

const nameField = textField(255);

export const addPasskeyBody = z.object({
  name: nameField.nullish().describe('Private name; default: browser and system'),
  passkey: z
    .object({
      ...credentialFields,
      response: z.object({
        clientDataJSON: bytesField(8192),
        attestationObject: bytesField(32_768),
        transports: z.array(z.string().max(32)).max(10).optional(),
      }),
    })
    .describe('`PublicKeyCredential.toJSON()` of the new passkey'),
});

export const addPasskeyAnswer = answerOf({ id: idField });

export const renamePasskeyBody = z.object({ name: nameField.describe('Private name') });

export const renamePasskeyAnswer = messageAnswer('Passkey has been updated successfully.');
export const deletePasskeyAnswer = messageAnswer('Passkey has been deleted successfully.');

export type NewPasskey = z.output<typeof addPasskeyBody>['passkey'];
export type PasskeyView = z.output<typeof passkeyView>;
