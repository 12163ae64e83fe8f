import { type Vendor, vendorOf } from './vendor.ts';

/** The script reads the ids from a list; the image that it then requests may redirect to `www.linkedin.com`. */
export const linkedin: Vendor = vendorOf(
  'LinkedIn',
  {
    script: ['snap.licdn.com'],
    img: ['px.ads.linkedin.com', 'px4.ads.linkedin.com', 'www.linkedin.com'],
    connect: ['px.ads.linkedin.com', 'px4.ads.linkedin.com'],
  },
  `
window._linkedin_partner_id=tags[0];
(window._linkedin_data_partner_ids??=[]).push(...tags);
const track=window.lintrk??=Object.assign((...given)=>track.q.push(given),{q:[]});
load('https://snap.licdn.com/li.lms-analytics/insight.min.js');`,
);
