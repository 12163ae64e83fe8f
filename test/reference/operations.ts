import { type Group, LIST, PAGE } from './group.ts';

const MESSAGE = ['error', 'message'] as const;
const LINK_BODY = [
  ...(['url', 'custom', 'type', 'password', 'domain', 'expiry'] as const),
  ...(['geotarget', 'geotarget.location', 'geotarget.link'] as const),
  ...(['devicetarget', 'devicetarget.device', 'devicetarget.link'] as const),
  ...(['languagetarget', 'languagetarget.language', 'languagetarget.link'] as const),
  ...(['metatitle', 'metadescription', 'metaimage'] as const),
  ...(['parameters', 'parameters.name', 'parameters.value'] as const),
] as const;
const QR_BODY = ['type', 'data', 'background', 'foreground', 'logo'] as const;
const CHANNEL_BODY = ['name', 'description', 'color', 'starred'] as const;
const CAMPAIGN_ANSWER = ['error', 'id', 'domain', 'public', 'rotator', 'list'] as const;
const ASSIGN = [':channelid', ':type', ':itemid'] as const;

/** The operations of section 4; each key starts with the noun. */
export const operations = {
  'links.list': { section: '4.1', title: 'GET /api/urls', asks: [...LIST, 'order'], answers: [...PAGE, 'urls'] },
  'links.get': { section: '4.1', title: 'GET /api/url/:id', asks: [':id'], answers: ['error', 'details', 'data'] },
  'links.create': {
    section: '4.1',
    title: 'POST /api/url/add',
    asks: LINK_BODY,
    answers: ['error', 'id', 'shorturl'],
  },
  'links.update': {
    section: '4.1',
    title: 'PUT /api/url/:id/update',
    asks: [':id', ...LINK_BODY],
    answers: ['error', 'id', 'short'],
  },
  'links.delete': {
    section: '4.1',
    title: 'DELETE /api/url/:id/delete',
    asks: [':id'],
    answers: MESSAGE,
    says: 'Link has been deleted successfully',
  },

  'qr.list': { section: '4.2', title: 'GET /api/qr', asks: LIST, answers: [...PAGE, 'qrs'] },
  'qr.get': { section: '4.2', title: 'GET /api/qr/:id', asks: [':id'], answers: ['error', 'details', 'data'] },
  'qr.create': {
    section: '4.2',
    title: 'POST /api/qr/add',
    has: ['seven types'],
    asks: QR_BODY,
    answers: ['error', 'id', 'link'],
  },
  'qr.update': {
    section: '4.2',
    title: 'PUT /api/qr/:id/update',
    asks: [':id', ...QR_BODY],
    answers: MESSAGE,
    says: 'QR has been updated successfully.',
  },
  'qr.delete': {
    section: '4.2',
    title: 'DELETE /api/qr/:id/delete',
    asks: [':id'],
    answers: MESSAGE,
    says: 'QR Code has been deleted successfully.',
  },

  'domains.list': { section: '4.3', title: 'GET /api/domains', asks: LIST, answers: [...PAGE, 'domains'] },
  'domains.create': {
    section: '4.3',
    title: 'POST /api/domain/add',
    asks: ['domain', 'redirectroot', 'redirect404'],
    answers: ['error', 'id'],
  },
  'domains.update': {
    section: '4.3',
    title: 'PUT /api/domain/:id/update',
    asks: [':id', 'redirectroot', 'redirect404'],
    answers: MESSAGE,
    says: 'Domain has been updated successfully.',
  },
  'domains.delete': {
    section: '4.3',
    title: 'DELETE /api/domain/:id/delete',
    asks: [':id'],
    answers: MESSAGE,
    says: 'Domain has been deleted successfully.',
  },

  'campaigns.list': { section: '4.4', title: 'GET /api/campaigns', asks: LIST, answers: [...PAGE, 'campaigns'] },
  'campaigns.create': {
    section: '4.4',
    title: 'POST /api/campaign/add',
    asks: ['name', 'slug', 'public'],
    answers: CAMPAIGN_ANSWER,
  },
  'campaigns.update': {
    section: '4.4',
    title: 'PUT /api/campaign/:id/update',
    asks: [':id', 'name', 'slug', 'public'],
    answers: CAMPAIGN_ANSWER,
  },
  'campaigns.assign': {
    section: '4.4',
    title: 'POST /api/campaign/:campaignid/assign/:linkid',
    asks: [':campaignid', ':linkid'],
    answers: MESSAGE,
    says: 'Link successfully added to the campaign.',
  },
  'campaigns.delete': {
    section: '4.4',
    title: 'DELETE /api/campaign/:id/delete',
    asks: [':id'],
    answers: MESSAGE,
    says: 'Campaign has been deleted successfully.',
  },

  'pixels.list': { section: '4.5', title: 'GET /api/pixels', asks: LIST, answers: [...PAGE, 'pixels'] },
  'pixels.create': {
    section: '4.5',
    title: 'POST /api/pixel/add',
    has: ['thirteen types'],
    asks: ['type', 'name', 'tag'],
    answers: ['error', 'id'],
  },
  'pixels.update': {
    section: '4.5',
    title: 'PUT /api/pixel/:id/update',
    asks: [':id', 'name', 'tag'],
    answers: MESSAGE,
    says: 'Pixel has been updated successfully.',
  },
  'pixels.delete': {
    section: '4.5',
    title: 'DELETE /api/pixel/:id/delete',
    asks: [':id'],
    answers: MESSAGE,
    says: 'Pixel has been deleted successfully.',
  },

  'channels.list': { section: '4.6', title: 'GET /api/channels', asks: LIST, answers: [...PAGE, 'channels'] },
  'channels.items': {
    section: '4.6',
    title: 'GET /api/channel/:id',
    asks: [':id', ...LIST],
    answers: [...PAGE, 'items'],
  },
  'channels.create': {
    section: '4.6',
    title: 'POST /api/channel/add',
    asks: CHANNEL_BODY,
    answers: ['error', 'id', ...CHANNEL_BODY],
  },
  'channels.assign': {
    section: '4.6',
    title: 'POST /api/channel/:channelid/assign/:type/:itemid',
    asks: ASSIGN,
    answers: MESSAGE,
    says: 'Item successfully added to the channel.',
  },
  'channels.update': {
    section: '4.6',
    title: 'PUT /api/channel/:id/update',
    asks: [':id', ...CHANNEL_BODY],
    answers: MESSAGE,
    says: 'Channel has been updated successfully.',
  },
  'channels.delete': {
    section: '4.6',
    title: 'DELETE /api/channel/:id/delete',
    has: ['items are unassigned'],
    asks: [':id'],
    answers: MESSAGE,
    says: 'Channel has been deleted successfully.',
  },

  'overlays.list': { section: '4.7', title: 'GET /api/overlay', asks: LIST, answers: [...PAGE, 'cta'] },
  'splash.list': { section: '4.7', title: 'GET /api/splash', asks: LIST, answers: [...PAGE, 'splash'] },

  'account.get': { section: '4.8', title: 'GET /api/account', answers: ['error', 'data'] },
  'account.update': {
    section: '4.8',
    title: 'PUT /api/account/update',
    asks: ['email', 'password'],
    answers: MESSAGE,
    says: 'Account has been successfully updated.',
  },
} as const satisfies Record<string, Group>;
