import { type Vendor, vendorOf } from './vendor.ts';

/**
 * The ids are globals of the page, so a page can have only one: `ADVERTISER` or `ADVERTISER/PIXEL`. The script also requests
 * images of other companies' advertising networks; those are not allowed.
 */
export const adroll: Vendor = vendorOf(
  'AdRoll',
  {
    script: ['s.adroll.com', 'd.adroll.com'],
    img: ['d.adroll.com'],
    connect: ['s.adroll.com', 'd.adroll.com'],
  },
  `
const [advertiser,pixel='']=tags[0].split('/');
Object.assign(window,{adroll_adv_id:advertiser,adroll_pix_id:pixel,adroll_version:'2.0',__adroll_loaded:true});
const calls=window.adroll??=[];
calls.f=['setProperties','identify','track'];
for(const name of calls.f)calls[name]??=function(){calls.push([name,arguments])};
calls.track('pageView');
load('https://s.adroll.com/j/'+advertiser+'/roundtrip.js');`,
);
