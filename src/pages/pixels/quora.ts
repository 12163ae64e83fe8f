import { queueCalls, type Vendor, vendorOf } from './vendor.ts';

/** Its event `ViewContent` is the page view. */
export const quora: Vendor = vendorOf(
  'Quora',
  { script: ['a.quora.com'], img: ['q.quora.com'], connect: ['q.quora.com'] },
  `
${queueCalls('qp', 'queue', 'qp')}
for(const tag of tags)call('init',tag);
call('track','ViewContent');
load('https://a.quora.com/qevents.js');`,
);
