import { z } from 'zod';
import { fieldIssue } from './field-issue.ts';
import { isPrintable } from './fields.ts';

/** An e-mail address, with its case kept. */
export const emailField = z
  .string()
  .trim()
  .max(254)
  .regex(
    /^[^\s@<>"(),:;\\]{1,64}@[A-Za-z0-9][A-Za-z0-9-]{0,62}(\.[A-Za-z0-9][A-Za-z0-9-]{0,62}){1,8}$/,
    fieldIssue('not_an_email'),
  )
  .refine(isPrintable, fieldIssue('control_characters'));
