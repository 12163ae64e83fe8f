import { type Html, html } from '../lib/html.ts';
import { inline } from './policy.ts';

const sheet = inline(`
label.check { display: flex; align-items: center; gap: 8px; font-weight: 400; margin: -8px 0 16px; }
label.check[hidden] { display: none; }
.check input { width: auto; margin: 0; }
`);

// Without JavaScript the box stays hidden.
const script = inline(`
const field = document.getElementById('password');
const box = document.getElementById('show');
box.checked = false;
box.parentElement.removeAttribute('hidden');
box.addEventListener('change', () => {
  field.type = box.checked ? 'text' : 'password';
});
// A browser that remembers what was typed must see a password.
field.form.addEventListener('submit', () => {
  field.type = 'password';
});
`);

/** The options of a page with a `showPasswordBox`. */
export const showPasswordOptions = { script, moreSheets: [sheet] };

/** The box below the field `password` that reveals it; the page needs `showPasswordOptions`. */
export function showPasswordBox(label: string): Html {
  return html`<label class="check" hidden><input type="checkbox" id="show"> ${label}</label>`;
}
