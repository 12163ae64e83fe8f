import type { SampleVisits } from './visits.ts';

const SHOP = 'https://shop.example.com';

/** A short link of the sample account: its API body, its age and its visits. */
export interface SampleLink {
  body: Record<string, unknown> & { url: string; custom: string };
  campaign?: string;
  channel?: string;
  /** The name of the overlay that its visitors see. */
  overlay?: string;
  daysOld: number;
  /** When it starts and when it ends, in days from now; negative numbers are in the past. */
  startsInDays?: number;
  endsInDays?: number;
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
      rules: [
        {
          name: 'German-speaking countries',
          when: [{ type: 'country', in: ['DE', 'AT', 'CH'] }],
          url: `${SHOP}/de/herbst`,
        },
        {
          name: 'Near the shop',
          when: [
            { type: 'city', in: ['London'], country: 'GB' },
            {
              type: 'time',
              days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'],
              from: '09:00',
              to: '18:00',
              zone: 'Europe/London',
            },
          ],
          url: `${SHOP}/visit`,
        },
        {
          name: 'Banner test',
          when: [{ type: 'referrer', in: ['instagram.com', 'facebook.com'] }],
          split: [
            { name: 'Blanket', url: `${SHOP}/autumn/blanket`, weight: 70 },
            { name: 'Teapot', url: `${SHOP}/autumn/teapot`, weight: 30 },
          ],
        },
      ],
      geotarget: [{ location: 'Canada', link: `${SHOP}/ca/fall` }],
      languagetarget: [{ language: 'fr', link: `${SHOP}/fr/automne` }],
      parameters: [
        { name: 'utm_source', value: 'poster' },
        { name: 'utm_medium', value: 'print' },
      ],
    },
    campaign: 'Autumn sale',
    channel: 'Print',
    daysOld: 58,
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
    daysOld: 50,
    visits: { perDay: 24, growth: 1.1, referrers: ['instagram.com', 'pinterest.com', ''] },
  },
  {
    body: { url: `${SHOP}/teapots`, custom: 'teapots', metatitle: 'Teapots and cups', tags: ['sale'] },
    campaign: 'Autumn sale',
    daysOld: 44,
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
    daysOld: 14,
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
    daysOld: 45,
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
      rules: [
        {
          name: 'Download page test',
          when: [{ type: 'device', in: ['desktop'] }],
          split: [
            { name: 'Video', url: 'https://apps.example.com/download?page=video', weight: 50 },
            { name: 'Screenshots', url: 'https://apps.example.com/download?page=screenshots', weight: 50 },
          ],
        },
      ],
    },
    channel: 'Print',
    daysOld: 95,
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
    daysOld: 80,
    visits: { perDay: 0, growth: 1, referrers: [''] },
  },
  {
    body: { url: `${SHOP}/gift-card`, custom: 'gift', metatitle: 'Gift cards', max_clicks: 5_000, tags: ['gifts'] },
    channel: 'Social',
    daysOld: 30,
    visits: { perDay: 7, growth: 2.5, referrers: ['t.co', 'instagram.com', ''] },
  },
  {
    body: { url: 'https://jobs.example.com/', custom: 'jobs', metatitle: 'Work with us' },
    channel: 'Partners',
    daysOld: 110,
    visits: { perDay: 5, growth: 1, referrers: ['linkedin.com', 'google.com'] },
  },
  {
    body: { url: `${SHOP}/flash-sale`, custom: 'flash-sale', metatitle: 'Flash sale, one week only', tags: ['sale'] },
    channel: 'Social',
    daysOld: 36,
    endsInDays: -28,
    visits: { perDay: 26, growth: 1.5, referrers: ['instagram.com', 't.co', ''] },
  },
  {
    body: { url: `${SHOP}/advent`, custom: 'advent', metatitle: 'Advent calendar', tags: ['gifts'] },
    campaign: 'Newsletter',
    daysOld: 4,
    startsInDays: 12,
    endsInDays: 40,
    visits: { perDay: 0, growth: 1, referrers: [''] },
  },
  {
    body: {
      url: `${SHOP}/first-hundred`,
      custom: 'first-hundred',
      metatitle: 'A free cup for the first hundred',
      max_clicks: 100,
    },
    channel: 'Print',
    daysOld: 22,
    visits: { perDay: 12, growth: 1, referrers: ['', 'facebook.com'] },
  },
  {
    body: { url: `${SHOP}/visit`, custom: 'visit', metatitle: 'Find the shop' },
    channel: 'Print',
    overlay: 'How did you find us?',
    daysOld: 70,
    visits: { perDay: 8, growth: 1.2, referrers: ['google.com', ''] },
  },
  {
    body: { url: `${SHOP}/workshops`, custom: 'workshops', metatitle: 'Knitting workshops' },
    overlay: 'Ask about workshops',
    daysOld: 64,
    visits: { perDay: 4, growth: 1.4, referrers: ['facebook.com', ''] },
  },
  {
    body: { url: 'https://blog.example.com/', custom: 'blog', metatitle: 'The blog' },
    overlay: 'Monthly letter',
    daysOld: 90,
    visits: { perDay: 6, growth: 1.1, referrers: ['mastodon.social', 'google.com', ''] },
  },
  {
    body: { url: `${SHOP}/summer`, custom: 'summer', metatitle: 'Summer sale', tags: ['sale'], status: 'disabled' },
    daysOld: 118,
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
    name: 'Guest Wi-Fi',
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
      type: 'contact',
      name: 'Ask about workshops',
      text: 'Do you have a question about our workshops?',
      fields: ['name', 'email', 'message'],
    },
  ],
  ['/api/overlay/add', { type: 'newsletter', name: 'Monthly letter', text: 'One letter a month, about tea and wool' }],
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

/** What the visitors of an overlay send with its form: one of so many visitors answers, and the answers take turns. */
export interface SampleAnswers {
  oneOf: number;
  answers: Record<string, string>[];
}

const READERS = ['anna', 'ben', 'chloe', 'david', 'emma', 'felix', 'greta', 'hugo'];

/** The answers by the name of the overlay. */
export const formAnswers: Record<string, SampleAnswers> = {
  'How did you find us?': {
    oneOf: 4,
    answers: ['A friend', 'A poster', 'A friend', 'The newsletter', 'A poster', 'A friend'].map((answer) => ({
      answer,
    })),
  },
  'Ask about workshops': {
    oneOf: 50,
    answers: [
      { name: 'Mara', email: 'mara@example.com', message: 'Is the beginners’ workshop suitable for children?' },
      { name: 'Tom', email: 'tom@example.com', message: 'Do I need to bring my own needles?' },
      { name: 'Ines', email: 'ines@example.com', message: 'Is there a workshop on Saturdays?' },
      { name: 'Yusuf', email: 'yusuf@example.com', message: 'Can we book one for a birthday, for eight people?' },
      { name: 'Léa', email: 'lea@example.com', message: 'Are the workshops in English too?' },
    ],
  },
  'Monthly letter': {
    oneOf: 12,
    answers: ['berg', 'costa', 'dubois', 'keller', 'novak'].flatMap((last) =>
      READERS.map((first) => ({ email: `${first}.${last}@example.com` })),
    ),
  },
};
