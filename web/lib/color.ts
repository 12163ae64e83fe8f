/** `rgb(r,g,b)` as the API writes a colour, as `#rrggbb`; '' for none. */
export function toHex(rgb: string | null): string {
  const numbers = rgb?.match(/\d+/g);
  if (!numbers || numbers.length < 3) return '';
  return `#${numbers
    .slice(0, 3)
    .map((number) => Number(number).toString(16).padStart(2, '0'))
    .join('')}`;
}

/** The way back; null for none. What is no such colour goes as it is, and is refused in words. */
export function toRgbText(hex: string): string | null {
  const pairs = /^#?([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(hex.trim())?.slice(1);
  return pairs ? `rgb(${pairs.map((pair) => Number.parseInt(pair, 16)).join(',')})` : hex || null;
}
