import { externalValue } from '../../lib/external-value.ts';

/** How often each code was saved since the page was opened, by number: another picture has another address. */
const versions = externalValue<Record<string, number>>({});

/** Remembers that the picture is another one now. */
export function noteSaved(id: number | string): void {
  const all = versions.get();
  versions.set({ ...all, [id]: (all[id] ?? 0) + 1 });
}

/** The address of a code's picture, on this host; `ending` is such as `.svg`. */
export function pictureOf({ id, link }: { id: number; link: string }, ending: string, size?: number): string {
  const version = versions.get()[id];
  const query = new URLSearchParams({ ...(size && { size: String(size) }), ...(version && { v: String(version) }) });
  const text = query.toString();
  return `${new URL(link).pathname}${ending}${text && `?${text}`}`;
}
