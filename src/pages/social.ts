import { type Html, html } from '../lib/html.ts';
import { contentPolicy, pageHeaders } from './policy.ts';

/** The owner's texts for link previews; any of the first three may be empty. */
export interface SocialFacts {
  title: string;
  description: string;
  image: string;
  destination: string;
  shortUrl: string;
}

const POLICY = contentPolicy({});

function tag(kind: 'name' | 'property', name: string, content: string): Html {
  if (content === '') return html``;
  const attribute = kind === 'name' ? html`name="${name}"` : html`property="${name}"`;
  return html`<meta ${attribute} content="${content}">\n`;
}

/** The tags from which social networks build link previews. */
export function cardTags({ title, description, image, shortUrl }: Omit<SocialFacts, 'destination'>): Html {
  return html`${tag('name', 'description', description)}${tag('property', 'og:title', title)}${tag('property', 'og:description', description)}${tag('property', 'og:image', image)}${tag('property', 'og:url', shortUrl)}${tag('name', 'twitter:card', image === '' ? 'summary' : 'summary_large_image')}`;
}

/** The page that crawlers of social networks get instead of a redirect. It allows indexing, because some skip it otherwise. */
export function socialPage(facts: SocialFacts): Response {
  const { title, destination } = facts;
  const page = html`<!doctype html>
<html>
<head>
<meta charset="utf-8">
${title === '' ? '' : html`<title>${title}</title>\n`}${cardTags(facts)}</head>
<body>
<a href="${destination}">${title === '' ? destination : title}</a>
</body>
</html>
`;
  return new Response(page.text, { headers: pageHeaders(POLICY) });
}
