import { z } from 'zod';
import { changeViews } from '../../../http/change-view.ts';
import { answerOf, idField, pageAnswer } from '../../../http/envelope.ts';
import { warningViews } from '../../../http/warnings.ts';

const versionView = z.int().min(1).describe('Version; the first one is 1');

const linkVersionView = z.strictObject({
  version: versionView,
  current: z.boolean().describe('Whether the link has this version now'),
  ...changeViews,
  date: changeViews.date.nullable().describe('When; null if the version is older than the log'),
  actor: changeViews.actor.nullable().describe('Who; null if the version is older than the log'),
});

export const historyPage = pageAnswer('history', linkVersionView);

export const revertLinkBody = z.object({ version: z.int().min(1).describe('A version of `GET /api/url/:id/history`') });

export const revertLinkAnswer = answerOf({
  id: idField,
  short: z.url().describe('The short URL'),
  version: versionView.describe('The new version'),
  left_out: z
    .array(z.string())
    .describe('Fields that could not be restored, because their campaign, channel or pixels no longer exist'),
  ...warningViews,
});

export type LinkVersionView = z.output<typeof linkVersionView>;
