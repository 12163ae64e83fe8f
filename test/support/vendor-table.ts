import type { VendorType } from '../../src/pages/pixels/pixel-tags.ts';

/** What a vendor's tag must do with its id: the script it loads, the queued calls, and the hosts that the policy allows. */
export interface VendorExpectation {
  tag: string;
  loads: string;
  /** The global variable in which the vendor's script finds the calls. */
  waiting: string;
  calls: unknown[];
  hosts: Partial<Record<'script' | 'img' | 'connect' | 'frame', string>>;
}

const GOOGLE = 'https://www.googletagmanager.com';
const ADS = 'www.googleadservices.com googleads.g.doubleclick.net www.google.com pagead2.googlesyndication.com';
const ANALYTICS = '*.googletagmanager.com *.google-analytics.com *.analytics.google.com *.g.doubleclick.net';

/** The thirteen vendors, each with its own id. */
export const vendorTable: Record<VendorType, VendorExpectation> = {
  tagmgrpixel: {
    tag: 'GTM-A1B2C3D',
    loads: `${GOOGLE}/gtm.js?id=GTM-A1B2C3D`,
    waiting: 'dataLayer',
    calls: [{ 'gtm.start': 'now', event: 'gtm.js' }],
    hosts: {
      script: `*.googletagmanager.com www.google-analytics.com ${ADS}`,
      img: `${ANALYTICS} ${ADS} google.com`,
      connect: `${ANALYTICS} www.google.com pagead2.googlesyndication.com www.googleadservices.com googleads.g.doubleclick.net google.com`,
      frame: 'www.googletagmanager.com td.doubleclick.net bid.g.doubleclick.net',
    },
  },
  analyticspixel: {
    tag: 'G-A1B2C3D4E5',
    loads: `${GOOGLE}/gtag/js?id=G-A1B2C3D4E5`,
    waiting: 'dataLayer',
    calls: [
      ['js', 'now'],
      ['config', 'G-A1B2C3D4E5'],
    ],
    hosts: {
      script: '*.googletagmanager.com www.google-analytics.com',
      img: ANALYTICS,
      connect: `${ANALYTICS} www.google.com pagead2.googlesyndication.com`,
      frame: 'www.googletagmanager.com td.doubleclick.net',
    },
  },
  socialapixel: {
    tag: '123456789012345',
    loads: 'https://connect.facebook.net/en_US/fbevents.js',
    waiting: 'fbq.queue',
    calls: [
      ['init', '123456789012345'],
      ['track', 'PageView'],
    ],
    hosts: {
      script: 'connect.facebook.net',
      img: 'www.facebook.com',
      connect: 'www.facebook.com connect.facebook.net',
    },
  },
  adspixel: {
    tag: 'AW-123456789/AbC-D_efG-h12',
    loads: `${GOOGLE}/gtag/js?id=AW-123456789`,
    waiting: 'dataLayer',
    calls: [
      ['js', 'now'],
      ['config', 'AW-123456789'],
      ['event', 'conversion', { send_to: 'AW-123456789/AbC-D_efG-h12' }],
    ],
    hosts: {
      script: `www.googletagmanager.com ${ADS}`,
      img: `www.googletagmanager.com ${ADS} google.com`,
      connect: `www.googletagmanager.com ${ADS} google.com`,
      frame: 'www.googletagmanager.com td.doubleclick.net bid.g.doubleclick.net',
    },
  },
  professionalnetpixel: {
    tag: '123456',
    loads: 'https://snap.licdn.com/li.lms-analytics/insight.min.js',
    waiting: '_linkedin_data_partner_ids',
    calls: ['123456'],
    hosts: {
      script: 'snap.licdn.com',
      img: 'px.ads.linkedin.com px4.ads.linkedin.com www.linkedin.com',
      connect: 'px.ads.linkedin.com px4.ads.linkedin.com',
    },
  },
  microblogpixel: {
    tag: 'tw-o1a2b-xyz12',
    loads: 'https://static.ads-twitter.com/uwt.js',
    waiting: 'twq.queue',
    calls: [
      ['config', 'o1a2b'],
      ['event', 'tw-o1a2b-xyz12', {}],
    ],
    hosts: {
      script: 'static.ads-twitter.com',
      img: 't.co analytics.twitter.com',
      connect: '*.ads-twitter.com ads-api.twitter.com analytics.twitter.com',
    },
  },
  retargetpixel: {
    tag: 'ABCDEFGHIJKLMNOPQRSTUV',
    loads: 'https://s.adroll.com/j/ABCDEFGHIJKLMNOPQRSTUV/roundtrip.js',
    waiting: 'adroll',
    calls: [['track', ['pageView']]],
    hosts: { script: 's.adroll.com d.adroll.com', img: 'd.adroll.com', connect: 's.adroll.com d.adroll.com' },
  },
  qapixel: {
    tag: '0123456789abcdef0123456789abcdef',
    loads: 'https://a.quora.com/qevents.js',
    waiting: 'qp.queue',
    calls: [
      ['init', '0123456789abcdef0123456789abcdef'],
      ['track', 'ViewContent'],
    ],
    hosts: { script: 'a.quora.com', img: 'q.quora.com', connect: 'q.quora.com' },
  },
  imageboard: {
    tag: '2612345678901',
    loads: 'https://s.pinimg.com/ct/core.js',
    waiting: 'pintrk.queue',
    calls: [['load', '2612345678901'], ['page']],
    hosts: {
      script: 's.pinimg.com',
      img: 'ct.pinterest.com',
      connect: 'ct.pinterest.com',
      frame: 'ct.pinterest.com',
    },
  },
  searchengine: {
    tag: '12345678',
    loads: 'https://bat.bing.com/bat.js',
    waiting: 'uetq',
    calls: [{ ti: '12345678', q: [] }, 'pageLoad'],
    hosts: { script: 'bat.bing.com', img: 'bat.bing.com bat.bing.net', connect: 'bat.bing.com bat.bing.net' },
  },
  ephemeralchat: {
    tag: '01234567-89ab-cdef-0123-456789abcdef',
    loads: 'https://sc-static.net/scevent.min.js',
    waiting: 'snaptr.queue',
    calls: [
      ['init', '01234567-89ab-cdef-0123-456789abcdef'],
      ['track', 'PAGE_VIEW'],
    ],
    hosts: {
      script: 'sc-static.net tr.snapchat.com',
      img: 'tr.snapchat.com',
      connect: 'tr.snapchat.com tr6.snapchat.com',
      frame: 'tr.snapchat.com',
    },
  },
  forum: {
    tag: 't2_a1b2c3d4',
    loads: 'https://www.redditstatic.com/ads/pixel.js',
    waiting: 'rdt.callQueue',
    calls: [
      ['init', 't2_a1b2c3d4'],
      ['track', 'PageVisit'],
    ],
    hosts: {
      script: 'www.redditstatic.com',
      img: 'alb.reddit.com',
      connect: 'www.redditstatic.com pixel-config.reddit.com conversions-config.reddit.com alb.reddit.com',
    },
  },
  shortvideo: {
    tag: 'C0ABCDEFGHIJ12345678',
    loads: 'https://analytics.tiktok.com/i18n/pixel/events.js?sdkid=C0ABCDEFGHIJ12345678&lib=ttq',
    waiting: 'ttq',
    calls: [['page']],
    hosts: { script: 'analytics.tiktok.com', img: 'analytics.tiktok.com', connect: 'analytics.tiktok.com' },
  },
};
