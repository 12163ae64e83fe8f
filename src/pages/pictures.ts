import { type Html, html, Html as SafeHtml } from '../lib/html.ts';

/** Our logo at text size, in the text color. */
export const MARK: Html = new SafeHtml(
  '<svg viewBox="0 0 32 32" width="16" height="16" fill="currentColor" aria-hidden="true"><path d="M14 3h4v27h-4z"/><path d="M6 6h17l5 4-5 4H6z"/><path d="M26 16H10l-5 4 5 4h16z" opacity=".65"/></svg>',
);

// Outlines on a 24-unit grid. `crossed` is a signpost for a link that is gone, `blank` one for a link that never existed.
const LINES = {
  lock: '<rect x="5.5" y="10.5" width="13" height="9.5" rx="2"/><path d="M8.5 10.5V7.75a3.5 3.5 0 0 1 7 0v2.75M12 14.25v2"/>',
  crossed: '<path d="M12 3v2M12 12v9M9 21h6M5 5h11l3.5 3.5L16 12H5z"/><path d="M9.25 7l3 3M12.25 7l-3 3"/>',
  blank: '<path d="M12 3v2M12 12v9M9 21h6"/><path d="M5 5h11l3.5 3.5L16 12H5z" stroke-dasharray="2.2 2.2"/>',
  clock: '<circle cx="12" cy="12" r="8.5"/><path d="M12 7.25V12l3 2"/>',
  again: '<path d="M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4.5V9H15"/>',
  question:
    '<circle cx="12" cy="12" r="8.5"/><path d="M9.5 9.75a2.5 2.5 0 1 1 3.6 2.2c-.75.4-1.1.85-1.1 1.8M12 16.25v.25"/>',
  phone: '<rect x="7" y="2.75" width="10" height="18.5" rx="2"/><path d="M10.75 18.25h2.5"/>',
  leave:
    '<path d="M13.5 4.5h6v6M19.5 4.5l-8 8M17 13.5v4.5a1.5 1.5 0 0 1-1.5 1.5h-9.5a1.5 1.5 0 0 1-1.5-1.5v-9.5a1.5 1.5 0 0 1 1.5-1.5h4.5"/>',
  eye: '<path d="M2.75 12S6 5.75 12 5.75 21.25 12 21.25 12 18 18.25 12 18.25 2.75 12 2.75 12z"/><circle cx="12" cy="12" r="2.75"/>',
};

/** The decorative drawing at the top of a card; the heading has the same meaning. */
export function picture(name: keyof typeof LINES): Html {
  return html`<svg class="picture" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">${new SafeHtml(LINES[name])}</svg>`;
}
