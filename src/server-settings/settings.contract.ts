import { z } from 'zod';
import { answerOf, messageAnswer } from '../http/envelope.ts';
import { wellKnownFields, wellKnownViews } from '../resources/domains/well-known.contract.ts';

export const updateSettingsBody = z.object(wellKnownFields);
export const settingsAnswer = answerOf({ data: z.strictObject(wellKnownViews) });
export const updateSettingsAnswer = messageAnswer('Settings have been updated successfully.');
