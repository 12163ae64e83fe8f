import { html } from '../lib/html.ts';

const PALETTE = ['#176b62', '#3d5a99', '#8a4b7d', '#9a5b1f', '#4d6b2e', '#7a4a4a', '#2f6f8f', '#6a5a9a'];

function colorOf(name: string): string {
  return PALETTE[Number(BigInt(Bun.hash(name)) % BigInt(PALETTE.length))] ?? '#176b62';
}

function initialsOf(name: string): string {
  const words = name.split(/[_-]+/).filter((word) => word !== '');
  const letters = words.length > 1 ? words.slice(0, 2).map((word) => word[0]) : [name.slice(0, 2)];
  return letters.join('').toUpperCase();
}

/** An image generated from a name alone, so that it does not reveal which accounts exist. */
export function avatarPicture(name: string): Response {
  const svg = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" role="img" aria-label="${name}"><rect width="96" height="96" rx="48" fill="${colorOf(name)}"/><text x="48" y="50" text-anchor="middle" dominant-baseline="middle" font-family="system-ui, sans-serif" font-size="38" font-weight="600" fill="#fff">${initialsOf(name)}</text></svg>`;
  return new Response(svg.text, {
    headers: {
      'Content-Type': 'image/svg+xml',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'public, max-age=86400',
    },
  });
}
