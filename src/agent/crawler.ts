const MAX_AGENT_LENGTH = 512;

// Those that name themselves at the start only: elsewhere in an agent the name is that of an app's own browser.
const OPENINGS = ['WhatsApp/', 'Viber', 'Tumblr/'];

const NAMES = [
  'facebookexternalhit',
  'Facebot',
  'Twitterbot',
  'LinkedInBot',
  'Slackbot',
  'Slack-ImgProxy',
  'Discordbot',
  'TelegramBot',
  'SkypeUriPreview',
  'MicrosoftPreview',
  'Pinterestbot',
  // The app's browser says `[Pinterest/iOS]`.
  'Pinterest/0.',
  'redditbot',
  'vkShare',
  'OdklBot',
  'Embedly',
  'Iframely',
  'Mastodon/',
  'Pleroma',
  'Akkoma',
  'Misskey/',
  'SummalyBot',
  'Lemmy/',
  'Friendica',
  'Cardyb',
  // The app's browser says `Snapchat/`.
  'Snap URL Preview',
  'Google-PageRenderer',
  // Google's previews in Chat and Messages.
  '/+/web/snippet',
  'Quora Link Preview',
  'Yahoo Link Preview',
  'FlipboardProxy',
  'XING-contenttabreceiver',
  'kakaotalk-scrap',
  'Synapse (bot',
  'RocketChat',
  'Mattermost-Bot',
];

function anyOf(names: string[]): string {
  return names.map((name) => RegExp.escape(name)).join('|');
}

// Only literal words, so it is linear; one pattern costs a quarter of as many searches.
const CRAWLER = new RegExp(`^(?:${anyOf(OPENINGS)})|${anyOf(NAMES)}`, 'i');

/** Whether this is the fetcher of a social network or chat that makes the preview of a link, not a person in their app. */
export function isSocialCrawler(userAgent: string): boolean {
  const agent = userAgent.length > MAX_AGENT_LENGTH ? userAgent.slice(0, MAX_AGENT_LENGTH) : userAgent;
  return CRAWLER.test(agent);
}
