import { type Html, html } from '../lib/html.ts';

/** An image with the size that it occupies before it has loaded. */
export interface ShownPicture {
  /** A path on this server. */
  src: string;
  width: number;
  height: number;
}

/** Renders the image; an empty `alt` marks it as decorative. */
export function showPicture({ src, width, height }: ShownPicture, className: string, alt = ''): Html {
  return html`<img class="${className}" src="${src}" width="${width}" height="${height}" alt="${alt}">`;
}
