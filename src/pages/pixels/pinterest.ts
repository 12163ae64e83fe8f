import { type Vendor, vendorOf } from './vendor.ts';

/** It reads the queue itself, as lists; a small frame of its own keeps what it knows of the visitor. */
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
