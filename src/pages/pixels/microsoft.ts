import { type Vendor, vendorOf } from './vendor.ts';

/** The one whose script does nothing by itself: once it is there, each id gets an object of its own, under a name of its own. */
export const microsoft: Vendor = vendorOf(
  'Microsoft Advertising',
  {
    script: ['bat.bing.com'],
    img: ['bat.bing.com', 'bat.bing.net'],
    connect: ['bat.bing.com', 'bat.bing.net'],
  },
  `
window.uetq??=[];
load('https://bat.bing.com/bat.js').onload=()=>{
for(const [index,ti] of tags.entries()){
const name='uetq'+(index||'');
window[name]=new UET({ti,q:window[name]??[]});
window[name].push('pageLoad');
}
};`,
);
