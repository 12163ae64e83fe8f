import { type Html, html, Html as SafeHtml } from '../../lib/html.ts';
import type { Language } from '../../texts/message.ts';
import { type SmallWidth, smallOf } from '../picture-sizes.ts';
import { textsOf } from '../texts.ts';
import { FILM, labelOf, MAIL, type Network, networkIcon, PHONE, PLAY } from './icons.ts';

/** An uploaded image with its dimensions, so that the layout does not shift when it loads. */
export interface BlockPicture {
  /** A path on this server. */
  src: string;
  width: number;
  height: number;
}

/** A block as visitors see it; a block with a `path` is a link. */
export type ShownBlock =
  | { type: 'link'; path: string; title: string; note: string; picture?: BlockPicture | undefined; isFeatured: boolean }
  | { type: 'email' | 'phone'; path: string; title: string }
  | { type: 'video'; path: string; title: string; site: string; picture?: BlockPicture | undefined }
  | { type: 'social'; path: string; network: Network }
  | { type: 'heading' | 'text'; text: string }
  | { type: 'picture'; path?: string | undefined; picture: BlockPicture; alt: string; caption: string }
  | { type: 'qr'; content: string; caption: string }
  | { type: 'divider' };

/** What rendering a block needs besides the block. */
export interface BlockContext {
  language: Language;
  drawCode(content: string): Html;
}

type Row = Extract<ShownBlock, { type: 'link' | 'email' | 'phone' | 'video' }>;

function note(text: string): Html | string {
  return text === '' ? '' : html`<small>${text}</small>`;
}

function image({ src, width, height }: BlockPicture, shownWidth: SmallWidth, alt = ''): Html {
  return html`<img src="${smallOf(src, shownWidth)}" width="${width}" height="${height}" alt="${alt}" loading="lazy">`;
}

function row(block: Row): Html {
  switch (block.type) {
    case 'link': {
      const { path, title, picture, isFeatured } = block;
      const className = new SafeHtml(isFeatured ? 'to star' : 'to');
      return html`<li><a class="${className}" href="${path}">${picture ? image(picture, 240) : ''}<span>${title}${note(block.note)}</span></a></li>`;
    }
    case 'video': {
      const { path, title, site, picture } = block;
      if (!picture) return html`<li><a class="to" href="${path}">${FILM}<span>${title}${note(site)}</span></a></li>`;
      return html`<li><a class="film" href="${path}"><span class="shot">${image(picture, 1120)}${PLAY}</span><span class="words">${title}${note(site)}</span></a></li>`;
    }
    default: {
      const { type, path, title } = block;
      return html`<li><a class="to" href="${path}">${type === 'email' ? MAIL : PHONE}<span>${title}</span></a></li>`;
    }
  }
}

function socialItem({ path, network }: Extract<ShownBlock, { type: 'social' }>): Html {
  const label = labelOf(network);
  return html`<li><a href="${path}" aria-label="${label}" title="${label}">${networkIcon(network)}</a></li>`;
}

type Single = Exclude<ShownBlock, Row | { type: 'social' }>;

function captionOf(text: string): Html | string {
  return text === '' ? '' : html`<figcaption>${text}</figcaption>`;
}

function single(block: Single, { language, drawCode }: BlockContext): Html {
  switch (block.type) {
    case 'heading':
      return html`<h2>${block.text}</h2>`;
    case 'text':
      return html`<p class="say">${block.text}</p>`;
    case 'divider':
      return html`<hr>`;
    case 'qr': {
      const label = textsOf(language).bio.code({ address: block.content.replace(/^https?:\/\//, '') });
      return html`<figure class="qr"><div role="img" aria-label="${label}">${drawCode(block.content)}</div>${captionOf(block.caption)}</figure>`;
    }
    case 'picture': {
      const { path, picture, alt, caption } = block;
      const shown = image(picture, 1120, alt);
      // The accessible name of a link that contains only an image is the image's alternative text.
      return html`<figure class="pic">${path === undefined ? shown : html`<a href="${path}">${shown}</a>`}${captionOf(caption)}</figure>`;
    }
  }
}

function isRow(block: ShownBlock): block is Row {
  return block.type === 'link' || block.type === 'email' || block.type === 'phone' || block.type === 'video';
}

/** Renders the blocks in order; adjacent links form one list, and so do adjacent icons. */
export function bioBlocks(blocks: readonly ShownBlock[], context: BlockContext): Html {
  const label = textsOf(context.language).bio.socialLinks;
  let text = '';
  let open: 'list' | 'icons' | undefined;
  for (const block of blocks) {
    const needed = isRow(block) ? 'list' : block.type === 'social' ? 'icons' : undefined;
    if (open !== needed) {
      if (open) text += '</ul>';
      // Some browsers drop the list role together with the list markers.
      if (needed === 'list') text += '<ul class="list" role="list">';
      if (needed === 'icons') text += html`<ul class="icons" role="list" aria-label="${label}">`.text;
      open = needed;
    }
    if (isRow(block)) text += row(block).text;
    else text += (block.type === 'social' ? socialItem(block) : single(block, context)).text;
  }
  return new SafeHtml(open ? `${text}</ul>` : text);
}
