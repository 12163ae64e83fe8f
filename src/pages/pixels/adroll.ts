import { type Vendor, vendorOf } from './vendor.ts';

/**
 * The script reads the id from global variables, so a page can fire only one: `ADVERTISER` or `ADVERTISER/PIXEL`. It also
 * requests images from other advertising networks, which the policy does not allow.
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
