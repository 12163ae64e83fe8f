import { posix } from 'node:path';

/** The URL under which the documentation is served. */
export const DOCS_URL = '/docs';

/** The URL of the API reference. */
export const REFERENCE_URL = '/docs/api';

/** The URL of a file in `docs/`: `links.md` is `/docs/links`, and a `README.md` is its folder. */
export function docUrl(file: string): string {
  const name = file.replace(/(^|\/)README\.md$/, '').replace(/\.md$/, '');
  return name === '' ? DOCS_URL : `${DOCS_URL}/${name}`;
}

/** A link between files of `docs/`. */
export interface DocLink {
  /** The path of the file in `docs/`; begins with `..` for a file outside. */
  file: string;
  /** The section with its `#`, or nothing. */
  hash: string;
}

/** Resolves a link in a file; undefined for a link to another site. */
export function resolveDocLink(from: string, href: string): DocLink | undefined {
  if (/^[a-z][a-z+.-]*:/i.test(href)) return undefined;
  const [path = '', section] = href.split('#');
  const hash = section === undefined ? '' : `#${section}`;
  return { file: path === '' ? from : posix.normalize(posix.join(posix.dirname(from), path)), hash };
}
