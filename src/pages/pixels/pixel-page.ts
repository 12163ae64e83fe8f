import { html } from '../../lib/html.ts';
import type { Language } from '../../texts/message.ts';
import { contentPolicy, inline, pageHeaders } from '../policy.ts';
import { textsOf } from '../texts.ts';
import type { PixelTags } from './pixel-tags.ts';

/** The destination and its title. */
export interface PixelPageFacts {
  /** An http or https URL, already parsed. */
  destination: string;
  /** The link's title; may be empty. */
  title: string;
}

// The link is shown only to visitors who have to wait.
const sheet = inline(
  `:root{color-scheme:light dark}body{margin:0;height:100vh;display:grid;place-items:center;font:16px/24px system-ui,sans-serif}a{padding:12px;color:#5b6770;animation:show 0s .5s both}@media(prefers-color-scheme:dark){a{color:#a9b4bb}}@keyframes show{from{opacity:0}}`,
);

// `load` fires once all resources of the page, and those that they request meanwhile, have loaded or failed. The script is ES3,
// so that it runs in the oldest browsers even if the tags do not. It replaces the page in the history: the back button skips it.
const redirectScript = inline(
  `!function(){var to=document.getElementById('go').href,go=function(){go=function(){};location.replace(to)};addEventListener('load',function(){go()});setTimeout(function(){go()},1500)}()`,
);

/** Fires the tags and redirects once they have loaded, or after 1.5 seconds; redirects immediately without JavaScript. */
export function pixelPage(language: Language, { destination, title }: PixelPageFacts, tags: PixelTags): Response {
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<noscript><meta http-equiv="refresh" content="0;url=${destination}"></noscript>
<title>${title === '' ? new URL(destination).host : title}</title>
<style>${sheet.content}</style>
</head>
<body>
<a id="go" href="${destination}" rel="nofollow">${textsOf(language).proceed}</a>
<script>${redirectScript.content}</script>${tags.content}
</body>
</html>
`;
  const policy = contentPolicy({ style: sheet, script: redirectScript, tags: tags.sources });
  return new Response(page.text, {
    headers: { ...pageHeaders(policy, 'strict-origin-when-cross-origin'), 'X-Robots-Tag': 'noindex' },
  });
}
