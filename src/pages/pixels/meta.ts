import { queueCalls, type Vendor, vendorOf } from './vendor.ts';

/** The configuration of each pixel is another script from the first host; the page view then goes to the second. */
export const meta: Vendor = vendorOf(
  'Meta',
  {
    script: ['connect.facebook.net'],
    img: ['www.facebook.com'],
    connect: ['www.facebook.com', 'connect.facebook.net'],
  },
  `
${queueCalls('fbq', 'queue', 'callMethod')}
window._fbq??=call;
Object.assign(call,{push:call,loaded:true,version:'2.0'});
for(const tag of tags)call('init',tag);
call('track','PageView');
load('https://connect.facebook.net/en_US/fbevents.js');`,
);
