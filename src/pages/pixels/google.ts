import { type Vendor, type VendorHosts, vendorOf } from './vendor.ts';

// From Google's guide to content security policies, without its two hundred national search hosts (`www.google.de`), which only
// receive what `www.google.com` receives.
const ANALYTICS_HOSTS = {
  script: ['*.googletagmanager.com', 'www.google-analytics.com'],
  img: ['*.googletagmanager.com', '*.google-analytics.com', '*.analytics.google.com', '*.g.doubleclick.net'],
  connect: [
    ...['*.googletagmanager.com', '*.google-analytics.com', '*.analytics.google.com', '*.g.doubleclick.net'],
    ...['www.google.com', 'pagead2.googlesyndication.com'],
  ],
  frame: ['www.googletagmanager.com', 'td.doubleclick.net'],
} satisfies VendorHosts;

const ADS = [
  'www.googleadservices.com',
  'googleads.g.doubleclick.net',
  'www.google.com',
  'pagead2.googlesyndication.com',
];
const ADS_HOSTS = {
  script: ['www.googletagmanager.com', ...ADS],
  img: ['www.googletagmanager.com', ...ADS, 'google.com'],
  connect: ['www.googletagmanager.com', ...ADS, 'google.com'],
  frame: ['www.googletagmanager.com', 'td.doubleclick.net', 'bid.g.doubleclick.net'],
} satisfies VendorHosts;

/**
 * A container runs whatever its owner put into it. Google's own tags are allowed; tags of other vendors and inline code are not,
 * because they would need a policy that allows everything. A link can have the pixels of those vendors instead.
 */
export const googleTagManager: Vendor = vendorOf(
  'Google Tag Manager',
  {
    script: [...ANALYTICS_HOSTS.script, ...ADS],
    img: [...ANALYTICS_HOSTS.img, ...ADS, 'google.com'],
    connect: [...ANALYTICS_HOSTS.connect, ...ADS, 'google.com'],
    frame: ADS_HOSTS.frame,
  },
  `
(window.dataLayer??=[]).push({'gtm.start':Date.now(),event:'gtm.js'});
for(const tag of tags)load('https://www.googletagmanager.com/gtm.js?id='+tag);`,
);

const GTAG = `
window.dataLayer??=[];
const gtag=window.gtag??=function(){dataLayer.push(arguments)};
gtag('js',new Date());`;

/** Configuring it sends the page view. */
export const googleAnalytics: Vendor = vendorOf(
  'Google Analytics',
  ANALYTICS_HOSTS,
  `${GTAG}
for(const tag of tags)gtag('config',tag);
load('https://www.googletagmanager.com/gtag/js?id='+tags[0]);`,
);

/** `AW-123/label` sends a conversion in addition to the page view. */
export const googleAds: Vendor = vendorOf(
  'Google Ads',
  ADS_HOSTS,
  `${GTAG}
for(const tag of tags){
const [account,label]=tag.split('/');
gtag('config',account);
if(label)gtag('event','conversion',{send_to:tag});
}
load('https://www.googletagmanager.com/gtag/js?id='+tags[0].split('/')[0]);`,
);
