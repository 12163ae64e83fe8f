import type { SampleVisits } from './visits.ts';

const SHOP = 'https://shop.example.com';

/** A short link of the sample account: its API body and its visits. */
export interface SampleLink {
  body: Record<string, unknown> & { url: string; custom: string };
  campaign?: string;
  channel?: string;
  visits: SampleVisits;
}

export const campaigns = [
  { name: 'Autumn sale', slug: 'autumn' },
  { name: 'Newsletter', slug: 'news' },
];

export const channels = [
  { name: 'Print', color: '#b45309', description: 'Printed material', starred: true },
  { name: 'Social', color: '#2563eb', description: 'Posts and profiles' },
  { name: 'Partners', color: '#15803d', description: 'Links placed by partners' },
];

export const links: SampleLink[] = [
  {
    body: {
      url: `${SHOP}/autumn`,
      custom: 'autumn-sale',
      metatitle: 'Autumn sale: everything for long evenings',
      description: 'Used on all posters',
      tags: ['sale', 'autumn'],
      geotarget: [
        { location: 'Germany', link: `${SHOP}/de/herbst` },
        { location: 'Canada', link: `${SHOP}/ca/fall` },
      ],
      languagetarget: [{ language: 'fr', link: `${SHOP}/fr/automne` }],
      parameters: [
        { name: 'utm_source', value: 'poster' },
        { name: 'utm_medium', value: 'print' },
      ],
    },
    campaign: 'Autumn sale',
    channel: 'Print',
    visits: {
      perDay: 70,
      growth: 1.6,
      referrers: ['', 'instagram.com', 'facebook.com', 't.co', 'news.ycombinator.com'],
    },
  },
  {
    body: { url: `${SHOP}/blankets`, custom: 'blankets', metatitle: 'Wool blankets', tags: ['sale'] },
    campaign: 'Autumn sale',
    channel: 'Social',
    visits: { perDay: 24, growth: 1.1, referrers: ['instagram.com', 'pinterest.com', ''] },
  },
  {
    body: { url: `${SHOP}/teapots`, custom: 'teapots', metatitle: 'Teapots and cups', tags: ['sale'] },
    campaign: 'Autumn sale',
    visits: { perDay: 15, growth: 0.8, referrers: ['facebook.com', 'google.com', ''] },
  },
  {
    body: {
      url: 'https://blog.example.com/november',
      custom: 'letter-11',
      metatitle: 'November newsletter',
      tags: ['newsletter'],
      type: 'splash',
    },
    campaign: 'Newsletter',
    visits: { perDay: 18, growth: 2.2, referrers: ['mail.google.com', 'outlook.live.com', ''] },
  },
  {
    body: {
      url: 'https://blog.example.com/october',
      custom: 'letter-10',
      metatitle: 'October newsletter',
      tags: ['newsletter'],
    },
    campaign: 'Newsletter',
    visits: { perDay: 9, growth: 0.3, referrers: ['mail.google.com', ''] },
  },
  {
    body: {
      url: 'https://apps.example.com/download',
      custom: 'get-the-app',
      metatitle: 'Get the app',
      devicetarget: [
        { device: 'iphone', link: 'https://apps.example.com/ios' },
        { device: 'android', link: 'https://apps.example.com/android' },
      ],
    },
    channel: 'Print',
    visits: { perDay: 30, growth: 1.2, referrers: ['', 'google.com', 'reddit.com'] },
  },
  {
    body: {
      url: 'https://docs.example.com/price-list.pdf',
      custom: 'prices',
      metatitle: 'Price list',
      password: 'for partners only',
    },
    channel: 'Partners',
    visits: { perDay: 0, growth: 1, referrers: [''] },
  },
  {
    body: { url: `${SHOP}/gift-card`, custom: 'gift', metatitle: 'Gift cards', max_clicks: 5_000, tags: ['gifts'] },
    channel: 'Social',
    visits: { perDay: 7, growth: 2.5, referrers: ['t.co', 'instagram.com', ''] },
  },
  {
    body: { url: 'https://jobs.example.com/', custom: 'jobs', metatitle: 'Work with us' },
    channel: 'Partners',
    visits: { perDay: 5, growth: 1, referrers: ['linkedin.com', 'google.com'] },
  },
  {
    body: { url: `${SHOP}/summer`, custom: 'summer', metatitle: 'Summer sale', tags: ['sale'], status: 'disabled' },
    visits: { perDay: 0, growth: 1, referrers: [''] },
  },
];

export const qrCodes = [
  {
    name: 'Poster, autumn',
    type: 'link',
    data: `${SHOP}/autumn`,
    style: 'rounded',
    foreground: 'rgb(20,83,45)',
    frame: 'Scan for the sale',
  },
  {
    name: 'TestVisitor Wi-Fi',
    type: 'wifi',
    data: { ssid: 'Shop guests', encryption: 'WPA', pass: 'teaandcake' },
    style: 'dots',
  },
  {
    name: 'Table card',
    type: 'link',
    data: `${SHOP}/menu`,
    gradient: { to: 'rgb(124,58,237)', angle: 45 },
    foreground: 'rgb(29,78,216)',
  },
];

export const bioPage = {
  name: 'Shop profile',
  slug: 'shop',
  headline: 'The little shop on the corner',
  text: 'Tea, wool and good company since 1987.',
  theme: 'garden',
  blocks: [
    { type: 'link', title: 'Autumn sale', url: `${SHOP}/autumn`, note: 'Until the end of November', featured: true },
    { type: 'link', title: 'All teapots', url: `${SHOP}/teapots` },
    { type: 'heading', text: 'Find us' },
    { type: 'link', title: 'Directions to the shop', url: `${SHOP}/visit` },
    { type: 'email', email: 'hello@example.com', title: 'Contact us' },
    { type: 'social', network: 'instagram', url: 'https://instagram.com/example' },
    { type: 'social', network: 'mastodon', url: 'https://mastodon.social/@example' },
  ],
};

export const others: [path: string, body: Record<string, unknown>][] = [
  ['/api/pixel/add', { type: 'gapixel', name: 'Shop analytics', tag: 'G-A1B2C3D4E5' }],
  ['/api/pixel/add', { type: 'fbpixel', name: 'Ads', tag: '123456789012345' }],
  ['/api/utm-template/add', { name: 'Newsletter', utm_source: 'newsletter', utm_medium: 'email' }],
  ['/api/utm-template/add', { name: 'Paid social', utm_source: 'instagram', utm_medium: 'paid-social' }],
  ['/api/domain/add', { domain: 'https://go.example.com', redirectroot: SHOP }],
  [
    '/api/splash/add',
    {
      name: 'Sale starts',
      title: 'The autumn sale is on',
      text: 'We’ll take you there in a moment.',
      button: 'Continue',
      seconds: 5,
    },
  ],
  [
    '/api/overlay/add',
    {
      type: 'poll',
      name: 'How did you find us?',
      question: 'How did you find us?',
      answers: ['A friend', 'A poster', 'The newsletter'],
    },
  ],
  [
    '/api/overlay/add',
    {
      type: 'message',
      name: 'Free delivery',
      text: 'Free delivery until Sunday',
      button: 'Go to the shop',
      button_url: SHOP,
    },
  ],
];
