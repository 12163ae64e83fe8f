import { queueCalls, type Vendor, vendorOf } from './vendor.ts';

/** The script loads the configuration of each pixel before it requests the event image. */
export const reddit: Vendor = vendorOf(
  'Reddit',
  {
    script: ['www.redditstatic.com'],
    img: ['alb.reddit.com'],
    connect: ['www.redditstatic.com', 'pixel-config.reddit.com', 'conversions-config.reddit.com', 'alb.reddit.com'],
  },
  `
${queueCalls('rdt', 'callQueue', 'sendEvent')}
for(const tag of tags)call('init',tag);
call('track','PageVisit');
load('https://www.redditstatic.com/ads/pixel.js');`,
);
