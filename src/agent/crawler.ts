const MAX_AGENT_LENGTH = 512;

// These match only at the start: elsewhere in a User-Agent the name is that of an in-app browser.
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
  // The in-app browser sends `[Pinterest/iOS]`.
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
  // The in-app browser sends `Snapchat/`.
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

// Only literal words, so matching is linear; one pattern costs a quarter of separate searches.
const CRAWLER = new RegExp(`^(?:${anyOf(OPENINGS)})|${anyOf(NAMES)}`, 'i');

/** Whether this is the crawler of a social network or chat that fetches link previews, not a person in the app. */
export function isSocialCrawler(userAgent: string): boolean {
  const agent = userAgent.length > MAX_AGENT_LENGTH ? userAgent.slice(0, MAX_AGENT_LENGTH) : userAgent;
  return CRAWLER.test(agent);
}
