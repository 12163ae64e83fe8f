import { externalValue } from '../../lib/external-value.ts';
import { inWorkspace } from '../../lib/workspace.ts';

/** How often each code was saved since the page was opened, by id: a changed image needs a new URL. */
const versions = externalValue<Record<string, number>>({});

/** Records that the image has changed. */
export function noteSaved(id: number | string): void {
  const all = versions.get();
  versions.set({ ...all, [id]: (all[id] ?? 0) + 1 });
}

/** The path of a code's image; `ending` is for example `.svg`. */
export function pictureOf({ id, link }: { id: number | string; link: string }, ending: string, size?: number): string {
  const version = versions.get()[id];
  const query = new URLSearchParams({ ...(size && { size: String(size) }), ...(version && { v: String(version) }) });
  const text = query.toString();
  const path = `${new URL(link).pathname}${ending}${text && `?${text}`}`;
  return path.startsWith('/api/') ? inWorkspace(path) : path;
}
