import { queueCalls, type Vendor, vendorOf } from './vendor.ts';

/** `tw-o1a2b-xyz12` is an event of the account `o1a2b`; configuring the account sends the page view. */
export const x: Vendor = vendorOf(
  'X',
  {
    script: ['static.ads-twitter.com'],
    img: ['t.co', 'analytics.twitter.com'],
    connect: ['*.ads-twitter.com', 'ads-api.twitter.com', 'analytics.twitter.com'],
  },
  `
${queueCalls('twq', 'queue', 'exe')}
call.version??='1.1';
for(const tag of tags){
const [account,event]=tag.replace(/^tw-/,'').split('-');
call('config',account);
if(event)call('event','tw-'+account+'-'+event,{});
}
load('https://static.ads-twitter.com/uwt.js');`,
);
