import { queueCalls, type Vendor, vendorOf } from './vendor.ts';

/** Its rules come as a script of the host that the events go to, from a frame too. */
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
