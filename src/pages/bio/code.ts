import { Html } from '../../lib/html.ts';
import { drawSvg } from '../../qr/svg.ts';

// To draw one takes longer than to build the page around it.
const drawn = new Map<string, Html>();
const MAX_DRAWN = 500;

/** The QR code of a text, black on white in any theme, for nothing else is read by every phone. */
export function drawCode(content: string): Html {
  const known = drawn.get(content);
  if (known) return known;
  if (drawn.size >= MAX_DRAWN) drawn.clear();
  const code = new Html(drawSvg({ content, margin: 1, size: 160 }));
  drawn.set(content, code);
  return code;
}
