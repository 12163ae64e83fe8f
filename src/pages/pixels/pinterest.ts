import { type Vendor, vendorOf } from './vendor.ts';

/** The script reads the queue as arrays; a small frame of its own stores the visitor's state. */
export const pinterest: Vendor = vendorOf(
  'Pinterest',
  {
    script: ['s.pinimg.com'],
    img: ['ct.pinterest.com'],
    connect: ['ct.pinterest.com'],
    frame: ['ct.pinterest.com'],
  },
  `
const call=window.pintrk??=Object.assign((...given)=>call.queue.push(given),{queue:[],version:'3.0'});
for(const tag of tags)call('load',tag);
call('page');
load('https://s.pinimg.com/ct/core.js');`,
);
