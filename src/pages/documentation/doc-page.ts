import { type Html, html } from '../../lib/html.ts';
import { pageResponse } from '../layout.ts';
import { MARK } from '../pictures.ts';
import { inline } from '../policy.ts';
import { docsStyle, style } from '../style.ts';
import type { DocEntry, DocGroup } from './doc-outline.ts';
import { docStyle } from './doc-style.ts';
import { DOCS_URL, docUrl, REFERENCE_URL } from './doc-url.ts';
import type { DocSection, RenderedDoc } from './render-doc.ts';
import { searchScript } from './search-script.ts';

const sheet = inline(style + docsStyle + docStyle);

/** The bar above every page of the documentation; `middle` is for the search and the button for the contents. */
export function docHeader(middle: Html): Html {
  return html`<header class="doc-bar">
<a class="doc-home" href="${DOCS_URL}">${MARK}<b>Signpost</b> <span>Documentation</span></a>
${middle}
<a class="doc-aside" href="${REFERENCE_URL}">API reference</a>
<a class="doc-aside" href="/app">Dashboard</a>
</header>`;
}

// The script shows the search box. Contents are a popover on narrow screens, which needs no script.
const SEARCH = html`<div class="doc-search" hidden>
<input type="search" placeholder="Search" aria-label="Search the documentation" autocomplete="off" spellcheck="false">
<kbd>/</kbd>
<ul hidden></ul><p class="doc-said" role="status"></p></div>
<button type="button" class="doc-menu" popovertarget="contents">Contents</button>`;

function sectionList(sections: DocSection[]): Html {
  const shown = sections.filter(({ level }) => level === 2);
  if (shown.length < 2) return html``;
  return html`<ul class="within">${shown.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul>`;
}

function entryItem({ file, name }: DocEntry, current: string, sections: DocSection[]): Html {
  if (file !== current) return html`<li><a href="${docUrl(file)}">${name}</a></li>`;
  return html`<li><a href="${docUrl(file)}" aria-current="page">${name}</a>${sectionList(sections)}</li>`;
}

function contents(groups: DocGroup[], current: string, sections: DocSection[]): Html {
  const lists = groups.map(
    ({ name, entries }) =>
      html`<strong>${name}</strong><ul>${entries.map((entry) => entryItem(entry, current, sections))}</ul>`,
  );
  return html`<nav id="contents" popover aria-label="Pages">${lists}
<strong>Reference</strong><ul><li><a href="${REFERENCE_URL}">API reference</a></li></ul></nav>`;
}

function turnLinks(groups: DocGroup[], current: string): Html {
  const entries = groups.flatMap((group) => group.entries);
  const index = entries.findIndex(({ file }) => file === current);
  const [previous, next] = [entries[index - 1], entries[index + 1]];
  // Pages outside of the table of contents, such as decisions, have no neighbors. The first page is next to the contents.
  if (index === -1 && current !== 'README.md') return html``;
  return html`<nav class="turn" aria-label="Previous and next page">
${index > 0 && previous ? html`<a rel="prev" href="${docUrl(previous.file)}"><span>Previous</span>${previous.name}</a>` : html`<i></i>`}
${next ? html`<a rel="next" href="${docUrl(next.file)}"><span>Next</span>${next.name}</a>` : ''}
</nav>`;
}

/** Renders a page of the documentation with the table of contents around it. */
export function docPage(doc: RenderedDoc, file: string, groups: DocGroup[]): Response {
  const body = html`${docHeader(SEARCH)}
<div class="docs doc">
${contents(groups, file, doc.sections)}
<main>${doc.body}
${turnLinks(groups, file)}</main>
</div>`;
  const title = file === 'README.md' ? 'Signpost documentation' : `${doc.title} · Signpost`;
  return pageResponse(200, { title, body, sheet, script: searchScript, asks: "'self'", hasPictures: true });
}
