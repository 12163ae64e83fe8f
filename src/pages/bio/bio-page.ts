import { type Html, html } from '../../lib/html.ts';
import type { Language } from '../../texts/message.ts';
import { isNameShown } from '../brand.ts';
import { INTER_PATH } from '../fonts.ts';
import { ICON } from '../layout.ts';
import { smallOf } from '../picture-sizes.ts';
import { MARK } from '../pictures.ts';
import { contentPolicy, type Inline, pageHeaders } from '../policy.ts';

import { textsOf } from '../texts.ts';
import { type BlockPicture, bioBlocks, type ShownBlock } from './bio-blocks.ts';

import { drawCode } from './code.ts';
import type { Rgb } from './color.ts';
import { bioThemes, sheetOf, type ThemeName, tintOf } from './themes.ts';

/** Everything that a bio page shows. */
export interface BioFacts {
  /** The full URL of the page. */
  address: string;
  name: string;
  headline: string;
  text: string;
  /** The language code of the owner's texts. */
  language: string;
  avatar?: BlockPicture | undefined;
  theme: ThemeName;
  /** The owner's accent color. */
  accent?: Rgb | undefined;
  /** Whether the footer shows our name. */
  hasFooter: boolean;
  metaTitle: string;
  metaDescription: string;
  blocks: readonly ShownBlock[];
}

/** A rendered page: its body and its headers. */
export interface BuiltPage {
  html: string;
  headers: Record<string, string>;
}

const RIGHT_TO_LEFT = /^(ar|dv|fa|he|ku|ps|sd|ug|ur|yi)\b/;
const MAX_DESCRIPTION = 200;

/** The language of the fixed texts on a page in this language. */
function fixedTextLanguage(code: string): Language {
  return code === 'de' || code.startsWith('de-') ? 'de' : 'en';
}

/** The initials of the first two words. */
function initialsOf(name: string): string {
  const letters = name
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0));
  return letters.slice(0, 2).join('').toUpperCase() || '·';
}

function describe({ metaDescription, headline, text }: BioFacts): string {
  const words = metaDescription || [headline, text].filter((part) => part !== '').join('. ');
  const line = words.replace(/\s+/g, ' ');
  return line.length <= MAX_DESCRIPTION ? line : `${line.slice(0, MAX_DESCRIPTION - 1).toWellFormed()}…`;
}

/** The image for link previews: the avatar, otherwise the first picture on the page. */
function cardPicture({ avatar, blocks }: BioFacts): { picture: BlockPicture; isLarge: boolean } | undefined {
  if (avatar) return { picture: avatar, isLarge: false };
  for (const block of blocks) if (block.type === 'picture') return { picture: block.picture, isLarge: true };
  return undefined;
}

function property(name: string, content: string | number): Html | string {
  return content === '' ? '' : html`<meta property="${name}" content="${content}">\n`;
}

/** The meta tags that social networks and search engines read. */
function cardTags(facts: BioFacts): Html {
  const { address, name, metaTitle } = facts;
  const title = metaTitle || name;
  const description = describe(facts);
  const shown = cardPicture(facts);
  const picture = shown
    ? html`${property('og:image', new URL(shown.picture.src, address).href)}${property('og:image:width', shown.picture.width)}${property('og:image:height', shown.picture.height)}${property('og:image:alt', name)}`
    : '';
  return html`<title>${title}</title>
${description === '' ? '' : html`<meta name="description" content="${description}">\n`}<link rel="canonical" href="${address}">
${property('og:type', 'profile')}${property('og:title', title)}${property('og:description', description)}${property('og:url', address)}${picture}<meta name="twitter:card" content="${shown?.isLarge ? 'summary_large_image' : 'summary'}">`;
}

function face({ avatar, name }: BioFacts): Html {
  if (!avatar) return html`<span class="face" aria-hidden="true">${initialsOf(name)}</span>`;
  return html`<img class="face" src="${smallOf(avatar.src, 480)}" width="${avatar.width}" height="${avatar.height}" alt="" fetchpriority="high">`;
}

/** A class for the length of the longest word in the name, with which a theme can reduce the font size so that the word fits. */
function widthClass(name: string): Html | string {
  const longest = Math.max(...name.split(/[\s-]+/).map((word) => word.length));
  const step = [16, 12, 9, 7].find((minLength) => longest >= minLength);
  return step === undefined ? '' : html` class="w${step}"`;
}

function sheetsOf({ theme, accent }: BioFacts): Inline[] {
  const { sheet } = tintOf(theme, accent);
  return sheet ? [sheetOf(theme), sheet] : [sheetOf(theme)];
}

function documentOf(facts: BioFacts, sheets: Inline[], drawCodes: typeof drawCode): Html {
  const { name, headline, text, language, theme, accent, hasFooter, blocks } = facts;
  const textLanguage = fixedTextLanguage(language);
  const { grounds } = tintOf(theme, accent);
  const direction = RIGHT_TO_LEFT.test(language) ? html` dir="rtl"` : '';
  return html`<!doctype html>
<html lang="${language}"${direction}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${cardTags(facts)}
<meta name="theme-color" content="${grounds.light}">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${grounds.dark}">
${ICON}
${bioThemes[theme].hasInter ? html`<link rel="preload" href="${INTER_PATH}" as="font" type="font/woff2" crossorigin>\n` : ''}${sheets.map(({ content }) => html`<style>${content}</style>`)}
</head>
<body>
<main>
<header>${face(facts)}<h1${widthClass(name)}>${name}</h1>${headline === '' ? '' : html`<p class="line">${headline}</p>`}${text === '' ? '' : html`<p class="about">${text}</p>`}</header>
<div class="all">${bioBlocks(blocks, { language: textLanguage, drawCode: drawCodes })}</div>
</main>
${hasFooter && isNameShown() ? html`<footer><a href="/">${MARK}${textsOf(textLanguage).bio.madeWith}</a></footer>` : ''}
</body>
</html>
`;
}

/** Renders the page; it contains no script and loads nothing from other hosts. */
export function buildBioPage(facts: BioFacts): BuiltPage {
  const sheets = sheetsOf(facts);
  const style = { content: html``, source: sheets.map(({ source }) => source).join(' ') };
  const policy = contentPolicy({ style, hasIcon: true, hasFont: bioThemes[facts.theme].hasInter, hasPictures: true });
  return {
    html: documentOf(facts, sheets, drawCode).text,
    headers: {
      // Destinations receive the page's origin as the referrer and nothing more, as after a redirect.
      ...pageHeaders(policy, 'strict-origin-when-cross-origin'),
      // Revalidated at every visit, but kept for the back button, which does not count as a visit.
      'Cache-Control': 'private, no-cache',
    },
  };
}

/** The size of the page in bytes without its images; QR codes are images too. */
export function measureBioPage(facts: BioFacts): number {
  return Buffer.byteLength(documentOf(facts, sheetsOf(facts), () => html``).text);
}
