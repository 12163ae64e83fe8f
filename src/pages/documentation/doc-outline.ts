/** A page as the table of contents names it. */
export interface DocEntry {
  file: string;
  name: string;
}

/** A heading of the table of contents and its pages. */
export interface DocGroup {
  name: string;
  entries: DocEntry[];
}

/** Reads the table of contents in `docs/README.md`: headings, and lists that begin with a link to a page. */
export function readOutline(contents: string): DocGroup[] {
  const groups: DocGroup[] = [];
  for (const line of contents.split('\n')) {
    const [, heading] = /^## (.+)$/.exec(line) ?? [];
    if (heading !== undefined) groups.push({ name: heading, entries: [] });
    const [, name, file] = /^- \[([^\]]+)\]\(([\w./-]+\.md)\)/.exec(line) ?? [];
    if (name !== undefined && file !== undefined) groups.at(-1)?.entries.push({ name, file });
  }
  return groups.filter(({ entries }) => entries.length > 0);
}
