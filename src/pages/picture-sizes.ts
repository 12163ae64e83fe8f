/** The image widths that pages request, in pixels: a thumbnail, a portrait, and the full width of a page. */
export type SmallWidth = 240 | 480 | 1120;

/** The URL of an uploaded image scaled to at most this width, made from the URL of the original. */
export function smallOf(address: string, width: SmallWidth): string {
  return address.replace(/png$/, `${width}.webp`);
}
