import { z } from 'zod';
import { answerOf } from '../../../http/envelope.ts';
import { idInBody } from '../../../http/fields.ts';

const MAX_LINKS = 100;

export const takeLinksBody = z.object({
  links: z
    .array(idInBody)
    .min(1)
    .max(MAX_LINKS)
    .describe(`IDs of links of the workspace \`from\`, at most ${MAX_LINKS}; if one of them is not there, none moves`),
  from: idInBody.describe('ID of the workspace that has the links now'),
});

export const takeLinksAnswer = answerOf({ moved: z.int().min(1).describe('How many links moved') });
