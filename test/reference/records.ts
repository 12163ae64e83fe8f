import type { Group } from './group.ts';

const TOP = ['topCountries', 'topReferrers', 'topBrowsers', 'topOs', 'socialCount'] as const;
const STATISTICS = ['clicks', 'uniqueClicks', ...TOP] as const;
const QR_FIELDS = ['id', 'link', 'scans', 'name', 'date'] as const;

/** The records of section 2; each key starts with the noun. */
export const records = {
  'links.item': {
    section: '2.3',
    title: 'In a list',
    has: ['id', 'alias', 'shorturl', 'longurl', 'clicks', 'title', 'description', 'date'],
  },
  'links.details': {
    section: '2.3',
    title: '`details`',
    has: ['id', 'shorturl', 'longurl', 'title', 'description', 'location', 'device', 'expiry', 'date'],
  },
  'links.data': { section: '2.3', title: '`data`', has: STATISTICS },
  'qr.item': { section: '2.4', title: 'In a list', has: QR_FIELDS },
  'qr.details': { section: '2.4', title: '`details`', has: QR_FIELDS },
  'qr.data': { section: '2.4', title: '`data`', has: STATISTICS },
  'pixels.item': { section: '2.5', title: 'In a list', has: ['id', 'type', 'name', 'tag', 'date'] },
  'domains.item': { section: '2.6', title: 'In a list', has: ['id', 'domain', 'redirectroot', 'redirect404'] },
  'campaigns.item': { section: '2.7', title: 'In a list', has: ['id', 'name', 'public', 'rotator', 'list'] },
  'channels.item': { section: '2.8', title: 'In a list', has: ['id', 'name', 'description', 'color', 'starred'] },
  'channels.held': {
    section: '2.9',
    title: 'In a channel',
    has: ['type', 'id', 'title', 'preview', 'link', 'date'],
  },
  'overlays.item': { section: '2.10', title: 'In a list', has: ['id', 'type', 'name', 'date'] },
  'splash.item': { section: '2.11', title: 'In a list', has: ['id', 'name', 'date'] },
  'account.data': {
    section: '2.12',
    title: '`data`',
    has: ['id', 'email', 'username', 'avatar', 'status', 'expires', 'registered'],
  },
} as const satisfies Record<string, Group>;
