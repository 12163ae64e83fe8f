import { type Vendor, vendorOf } from './vendor.ts';

/** Its script does nothing on its own: once it has loaded, each id needs its own object under its own global name. */
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
