import { inline } from '../policy.ts';

/** The script of the documentation: the search in the index that the server made, and buttons that copy code. */
export const searchScript = inline(`
const box = document.querySelector('.doc-search');
const field = box.querySelector('input');
const list = box.querySelector('ul');
const said = box.querySelector('[role=status]');
let loading;

const fold = (text) => text.toLowerCase().normalize('NFKD').replace(/[\\u0300-\\u036f]/g, '');

function load() {
  loading ??= fetch('/docs/search.json').then((response) => response.json()).then((sections) =>
    sections.map((section) => ({ ...section, names: fold(section.page + ' ' + section.heading), words: fold(section.text) })),
  );
  loading.catch(() => { loading = undefined; });
  return loading;
}

// Every word must occur. A word in a heading counts more than in a text, and at its beginning more than inside.
function score(section, words) {
  let sum = 0;
  for (const word of words) {
    const start = new RegExp('(^|[^a-z0-9])' + word.replace(/[^a-z0-9]/g, '\\\\$&'));
    const points = start.test(section.names) ? 20 : section.names.includes(word) ? 8 : start.test(section.words) ? 3 : section.words.includes(word) ? 1 : 0;
    if (points === 0) return 0;
    // A text that repeats the word is more likely about it.
    sum += points + Math.min(section.words.split(word).length, 6) / 2;
  }
  // Explanations go before single requests of the API, and the beginning of a page before its sections.
  return section.page === 'API' ? sum / 8 : sum + (section.heading ? 0 : 2);
}

function excerpt(section, word) {
  const at = section.words.indexOf(word);
  const start = at < 60 ? 0 : section.text.indexOf(' ', at - 40) + 1;
  return (start > 0 ? '… ' : '') + section.text.slice(start, start + 120) + (section.text.length > start + 120 ? ' …' : '');
}

function item(section, word) {
  const row = document.createElement('li');
  const link = row.appendChild(document.createElement('a'));
  link.href = section.url;
  const title = link.appendChild(document.createElement('b'));
  title.textContent = section.heading ? section.page + ' › ' + section.heading : section.page;
  const text = link.appendChild(document.createElement('span'));
  text.textContent = excerpt(section, word);
  return row;
}

function close() {
  list.hidden = true;
  list.replaceChildren();
  said.textContent = '';
}

async function search() {
  const words = fold(field.value).split(/\\s+/).filter(Boolean);
  if (words.length === 0) return close();
  let sections;
  try {
    sections = await load();
  } catch {
    close();
    said.textContent = 'The search could not be loaded.';
    return;
  }
  const found = sections
    .map((section) => ({ section, points: score(section, words) }))
    .filter(({ points }) => points > 0)
    .sort((one, other) => other.points - one.points)
    .slice(0, 10);
  list.replaceChildren(...found.map(({ section }) => item(section, words[0])));
  list.hidden = found.length === 0;
  said.textContent = found.length === 0 ? 'Nothing found.' : '';
}

function move(event) {
  const stops = [field, ...list.querySelectorAll('a')];
  const at = stops.indexOf(document.activeElement);
  if (event.key === 'Escape') {
    close();
    field.focus();
  } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    stops[Math.min(stops.length - 1, Math.max(0, at + (event.key === 'ArrowDown' ? 1 : -1)))].focus();
  } else if (event.key === 'Enter' && at === 0) {
    event.preventDefault();
    list.querySelector('a')?.click();
  }
}

field.addEventListener('focus', () => load().catch(() => {}), { once: true });
field.addEventListener('input', search);
box.addEventListener('keydown', move);
box.addEventListener('focusout', ({ relatedTarget }) => {
  if (relatedTarget && !box.contains(relatedTarget)) close();
});
document.getElementById('contents').addEventListener('click', ({ currentTarget, target }) => {
  if (target.closest('a') && currentTarget.matches(':popover-open')) currentTarget.hidePopover();
});
list.addEventListener('click', () => setTimeout(close));
addEventListener('pointerdown', ({ target }) => {
  if (!box.contains(target)) close();
});
addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target === field) return;
  event.preventDefault();
  field.focus();
});
box.hidden = false;

for (const block of document.querySelectorAll('main pre')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('code').textContent);
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy'; }, 2000);
  });
  const frame = document.createElement('div');
  frame.className = 'block';
  block.replaceWith(frame);
  frame.append(block);
  // Without https, browsers offer no clipboard.
  if (navigator.clipboard) frame.append(button);
}

// The API reference was at /docs; its bookmarks name a request.
const [, request] = location.hash.split('#');
if (location.pathname === '/docs' && request && !document.getElementById(request)) location.replace('/docs/api#' + request);
`);
