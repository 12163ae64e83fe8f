import { type Vendor, vendorOf } from './vendor.ts';

/** Each id loads its own script; the scripts share their state in the objects `_i`, `_t` and `_o`. */
export const tiktok: Vendor = vendorOf(
  'TikTok',
  {
    script: ['analytics.tiktok.com'],
    img: ['analytics.tiktok.com'],
    connect: ['analytics.tiktok.com'],
  },
  `
window.TiktokAnalyticsObject='ttq';
const ttq=window.ttq??=[];
ttq.methods='page track identify instances debug on off once ready alias group enableCookie disableCookie holdConsent revokeConsent grantConsent'.split(' ');
ttq.setAndDefer=(list,name)=>{list[name]=(...given)=>{list.push([name,...given])}};
const prepare=(list)=>{for(const name of ttq.methods)ttq.setAndDefer(list,name);return list};
ttq.instance=(tag)=>prepare(ttq._i[tag]??[]);
prepare(ttq);
ttq._i={};ttq._t={};ttq._o={};
const src='https://analytics.tiktok.com/i18n/pixel/events.js';
for(const tag of tags){
ttq._i[tag]=Object.assign([],{_u:src});
ttq._t[tag]=Date.now();
ttq._o[tag]={};
load(src+'?sdkid='+tag+'&lib=ttq');
}
ttq.page();`,
);
