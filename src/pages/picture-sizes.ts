/** The widths that pages ask for, in pixels: a thumbnail, a portrait, a picture as wide as a page. */
export type SmallWidth = 240 | 480 | 1120;

/** The address of an uploaded picture with at most so many pixels across, from the address of the whole one. */
export function smallOf(address: string, width: SmallWidth): string {
  return address.replace(/png$/, `${width}.webp`);
}
