import { Html } from '../../lib/html.ts';
import { docUrl, resolveDocLink } from './doc-url.ts';

/** A section of a page, by the heading that begins it. */
export interface DocSection {
  /** The anchor of the heading; empty for the text before the first one. */
  id: string;
  level: number;
  title: string;
  text: string;
}

/** A page of the documentation as HTML. */
export interface RenderedDoc {
  title: string;
  body: Html;
  sections: DocSection[];
}

/** Links between pages lead to their URLs. A link to a file that is not served becomes plain text. */
function rewriteLink(element: HTMLRewriterTypes.Element, file: string, isServed: (file: string) => boolean): void {
  const href = element.getAttribute('href') ?? '';
  const link = resolveDocLink(file, href);
  if (!link || href.startsWith('/')) return;
  if (isServed(link.file)) element.setAttribute('href', docUrl(link.file) + link.hash);
  else element.removeAndKeepContent();
}

/** Prepares what Markdown became for a page of ours: links, pictures, scrollable tables, anchors at headings. */
function adapt(markup: string, file: string, isServed: (file: string) => boolean): string {
  return new HTMLRewriter()
    .on('a[href]', { element: (element) => rewriteLink(element, file, isServed) })
    .on('img[src]', {
      element(element) {
        const picture = resolveDocLink(file, element.getAttribute('src') ?? '');
        if (picture && isServed(picture.file)) element.setAttribute('src', docUrl(picture.file));
        else element.remove();
      },
    })
    .on('table', {
      element(element) {
        element.before('<div class="table" tabindex="0">', { html: true });
        element.after('</div>', { html: true });
      },
    })
    .on('pre', {
      element(element) {
        // A block that scrolls sideways must be reachable with the keyboard.
        element.setAttribute('tabindex', '0');
      },
    })
    .on('h2, h3', {
      element(element) {
        const id = element.getAttribute('id');
        element.append(` <a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`, { html: true });
      },
    })
    .onDocument({
      comments(comment) {
        comment.remove();
      },
    })
    .transform(markup);
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };

function plainText(markup: string): string {
  return markup
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(/<\/?(?:a|b|code|em|strong)\b[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const HEADING = /<h([1-6]) id="([^"]*)">([\s\S]*?)<\/h\1>/g;

/** The sections of a page with their plain text, for the search and the list of sections. */
function readSections(markup: string): DocSection[] {
  const headings = [...markup.matchAll(HEADING)];
  return headings.map(({ 0: whole, 1: level, 2: id = '', 3: title = '', index }, position) => ({
    id: level === '1' ? '' : id,
    level: Number(level),
    title: plainText(title),
    text: plainText(markup.slice(index + whole.length, headings[position + 1]?.index)),
  }));
}

/** Renders a Markdown file of `docs/`, whose text is trusted. */
export function renderDoc(text: string, file: string, isServed: (file: string) => boolean): RenderedDoc {
  const markup = Bun.markdown.html(text, { headings: { ids: true } });
  const sections = readSections(markup);
  return { title: sections[0]?.title ?? file, body: new Html(adapt(markup, file, isServed)), sections };
}
