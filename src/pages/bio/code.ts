import { Html } from '../../lib/html.ts';
import { drawSvg } from '../../qr/svg.ts';

// Cached, because drawing a code takes longer than building the page around it.
const drawn = new Map<string, Html>();
const MAX_DRAWN = 500;

/** The QR code of a text; always black on white, because some phones cannot read other colors. */
export function drawCode(content: string): Html {
  const known = drawn.get(content);
  if (known) return known;
  if (drawn.size >= MAX_DRAWN) drawn.clear();
  const code = new Html(drawSvg({ content, margin: 1, size: 160 }));
  drawn.set(content, code);
  return code;
}
