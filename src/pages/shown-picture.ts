import { type Html, html } from '../lib/html.ts';

/** A picture of ours with the size that it takes before it has come. */
export interface ShownPicture {
  /** A path of ours. */
  src: string;
  width: number;
  height: number;
}

/** The picture; what cannot be seen is told by `alt`, and '' says that nothing is lost without it. */
export function showPicture({ src, width, height }: ShownPicture, className: string, alt = ''): Html {
  return html`<img class="${className}" src="${src}" width="${width}" height="${height}" alt="${alt}">`;
}
