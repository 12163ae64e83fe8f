import { queueCalls, type Vendor, vendorOf } from './vendor.ts';

/** Its configuration is a script from the host that receives the events, and it also uses a frame. */
export const snapchat: Vendor = vendorOf(
  'Snapchat',
  {
    script: ['sc-static.net', 'tr.snapchat.com'],
    img: ['tr.snapchat.com'],
    connect: ['tr.snapchat.com', 'tr6.snapchat.com'],
    frame: ['tr.snapchat.com'],
  },
  `
${queueCalls('snaptr', 'queue', 'handleRequest')}
for(const tag of tags)call('init',tag);
call('track','PAGE_VIEW');
load('https://sc-static.net/scevent.min.js');`,
);
