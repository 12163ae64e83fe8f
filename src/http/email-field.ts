import { z } from 'zod';
import { isPrintable } from './fields.ts';

/** An e-mail address, with its case kept. */
export const emailField = z
  .string({ error: 'must be text.' })
  .trim()
  .max(254, 'must have at most 254 characters.')
  .regex(
    /^[^\s@<>"(),:;\\]{1,64}@[A-Za-z0-9][A-Za-z0-9-]{0,62}(\.[A-Za-z0-9][A-Za-z0-9-]{0,62}){1,8}$/,
    'must be an e-mail address.',
  )
  .refine(isPrintable, 'must not hold control characters.');
