import type { AnswerOf, Endpoint } from '../../lib/api.ts';

export type TrashRow = AnswerOf<'GET /api/trash'>['data']['trash'][number];

/** The lists that may show something that was restored. */
export const restoredLists: Endpoint[] = [
  'GET /api/trash',
  'GET /api/urls',
  'GET /api/url/:id',
  'GET /api/qr',
  'GET /api/campaigns',
  'GET /api/channels',
  'GET /api/channel/:id',
  'GET /api/bio',
  'GET /api/domains',
  'GET /api/pixels',
  'GET /api/overlay',
  'GET /api/splash',
  'GET /api/utm-templates',
];
