import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Glob } from 'bun';
import { refuseUnlessGet } from '../http/method-refused.ts';
import type { Log } from '../lib/log.ts';
import { apiDocsPage, type DocsEndpoint } from '../pages/api-docs.ts';
import { type DocGroup, readOutline } from '../pages/documentation/doc-outline.ts';
import { docPage } from '../pages/documentation/doc-page.ts';
import { DOCS_URL, docUrl, REFERENCE_URL } from '../pages/documentation/doc-url.ts';
import { type RenderedDoc, renderDoc } from '../pages/documentation/render-doc.ts';
import { notFoundPage } from '../pages/not-found.ts';
import { unavailablePage } from '../pages/unavailable.ts';
import { embeddedDocs } from './docs-embedded.ts';
import type { PathHandler } from './path-handler.ts';

const FOLDER = join(import.meta.dir, '../../docs');
const CONTENTS = 'README.md';
const SEARCH_URL = `${DOCS_URL}/search.json`;

// Several patterns, because Bun's Glob matches nothing if there is a slash within braces.
const SERVED = ['**/*.md', 'pictures/*.{png,gif}', 'deploy/*'];

/** The files of `docs/` that are served, by their path there. */
export function listDocFiles(folder: string): Set<string> {
  return new Set(SERVED.flatMap((pattern) => [...new Glob(pattern).scanSync(folder)].sort()));
}

/** Where each file of the documentation is; empty for an installation without them. */
export function openDocFiles(): Map<string, string> {
  if (embeddedDocs !== undefined) return new Map(Object.entries(embeddedDocs));
  if (!existsSync(FOLDER)) return new Map();
  return new Map([...listDocFiles(FOLDER)].map((name) => [name, join(FOLDER, name)]));
}

function fileResponse(name: string, path: string): Response {
  const type = { png: 'image/png', gif: 'image/gif' }[name.split('.').at(-1) ?? ''] ?? 'text/plain; charset=utf-8';
  return new Response(Bun.file(path), {
    headers: { 'Content-Type': type, 'Cache-Control': 'public, max-age=3600', 'X-Content-Type-Options': 'nosniff' },
  });
}

/** An entry of the search index: one section of a page, or one request of the API. */
interface SearchSection {
  url: string;
  page: string;
  heading: string;
  text: string;
}

interface Parts {
  /** The requests of the API, for the reference and the search. */
  listEndpoints(): DocsEndpoint[];
  baseUrl: string;
  rateLimit: number;
  log: Log;
}

/** Serves the documentation on the main host. A page is read and rendered at its first request. */
export function createDocumentation({ listEndpoints, baseUrl, rateLimit, log }: Parts): PathHandler {
  let files: Map<string, string> | undefined;
  let reference: Response | undefined;
  const rendered = new Map<string, RenderedDoc>();
  let index: string | undefined;

  function findFile(name: string): string | undefined {
    files ??= openDocFiles();
    return files.get(name);
  }

  function findByUrl(url: string): string | undefined {
    files ??= openDocFiles();
    return [...files.keys()].find((name) => docUrl(name) === url);
  }

  async function render(name: string): Promise<RenderedDoc> {
    const known = rendered.get(name);
    if (known) return known;
    const text = await Bun.file(findFile(name) ?? '').text();
    const doc = renderDoc(text, name, (other) => findFile(other) !== undefined);
    rendered.set(name, doc);
    return doc;
  }

  async function readGroups(): Promise<DocGroup[]> {
    return readOutline(await Bun.file(findFile(CONTENTS) ?? '').text());
  }

  async function buildIndex(): Promise<string> {
    const sections: SearchSection[] = [];
    for (const { file, name } of (await readGroups()).flatMap(({ entries }) => entries)) {
      for (const { id, title, text } of (await render(file)).sections) {
        const url = docUrl(file) + (id === '' ? '' : `#${id}`);
        sections.push({ url, page: name, heading: id === '' ? '' : title, text });
      }
    }
    for (const { id, summary, method, path: text } of listEndpoints()) {
      sections.push({ url: `${REFERENCE_URL}#${id}`, page: 'API', heading: summary, text: `${method} ${text}` });
    }
    return JSON.stringify(sections);
  }

  function referenceResponse(): Response {
    reference ??= apiDocsPage(listEndpoints(), baseUrl, rateLimit);
    return reference.clone() as Response;
  }

  async function respond(path: string): Promise<Response> {
    if (path === REFERENCE_URL || findFile(CONTENTS) === undefined) return referenceResponse();
    try {
      if (path === SEARCH_URL) {
        index ??= await buildIndex();
        return new Response(index, { headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' } });
      }
      const name = findByUrl(path);
      if (name === undefined) return notFoundPage();
      if (!name.endsWith('.md')) return fileResponse(name, findFile(name) ?? '');
      return docPage(await render(name), name, await readGroups());
    } catch (error) {
      log.error('the documentation could not be served', { error });
      return unavailablePage('en');
    }
  }

  return (request, _, path) => {
    if (path !== DOCS_URL && !path.startsWith(`${DOCS_URL}/`)) return undefined;
    return refuseUnlessGet(request) ?? respond(path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path);
  };
}
