/** Converts the API's `rgb(r,g,b)` to `#rrggbb`; '' for none. */
export function toHex(rgb: string | null): string {
  const numbers = rgb?.match(/\d+/g);
  if (!numbers || numbers.length < 3) return '';
  return `#${numbers
    .slice(0, 3)
    .map((number) => Number(number).toString(16).padStart(2, '0'))
    .join('')}`;
}

/** Converts back; null for none. An invalid color is sent unchanged, and the API refuses it. */
export function toRgbText(hex: string): string | null {
  const pairs = /^#?([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(hex.trim())?.slice(1);
  return pairs ? `rgb(${pairs.map((pair) => Number.parseInt(pair, 16)).join(',')})` : hex || null;
}
