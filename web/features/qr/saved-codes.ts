import { externalValue } from '../../lib/external-value.ts';

interface Saved {
  /** How often it was saved here: another picture has another address. */
  version: number;
  warning: string | undefined;
}

/** What was saved since the page was opened, by number. */
export const savedCodes = externalValue<Record<string, Saved>>({});

/** Remembers that the picture is another one now, and what the API said of it. */
export function noteSaved(id: number | string, warning: string | undefined): void {
  const all = savedCodes.get();
  savedCodes.set({ ...all, [id]: { version: (all[id]?.version ?? 0) + 1, warning } });
}

/** The address of a code's picture, on this host; `ending` is such as `.svg`. */
export function pictureOf({ id, link }: { id: number; link: string }, ending: string, size?: number): string {
  const version = savedCodes.get()[id]?.version;
  const query = new URLSearchParams({ ...(size && { size: String(size) }), ...(version && { v: String(version) }) });
  const text = query.toString();
  return `${new URL(link).pathname}${ending}${text && `?${text}`}`;
}
