import { externalValue } from './external-value.ts';

const ROOT = '/app';

function readWorkspace(path: string): number | undefined {
  const id = /^\/app\/w\/([1-9]\d{0,14})(?=\/|$)/.exec(path)?.[1];
  return id === undefined ? undefined : Number(id);
}

/** The part of a dashboard URL before the path of a screen. */
export function workspaceBase(id: number | undefined): string {
  return id === undefined ? ROOT : `${ROOT}/w/${id}`;
}

/**
 * The workspace in the URL; undefined until the user is known, if the URL has none. Switching to another one loads the page again.
 */
export const urlWorkspace = externalValue(readWorkspace(globalThis.location?.pathname ?? ROOT));

/** The beginning of every URL of this page. */
export function baseUrl(): string {
  return workspaceBase(urlWorkspace.get());
}

/** Adds the workspace to a URL without one, so that a copy of the URL opens there for everyone. */
export function nameWorkspace(id: number): void {
  const { pathname, search, hash } = location;
  history.replaceState(history.state, '', workspaceBase(id) + pathname.slice(ROOT.length) + search + hash);
  urlWorkspace.set(id);
}

/** The headers that tell the API in which workspace a request acts. */
export function workspaceHeaders(): Record<string, string> {
  const id = urlWorkspace.get();
  return id === undefined ? {} : { 'X-Workspace': String(id) };
}

/** The same for a URL that the browser requests without headers: a download, a picture, an event stream. */
export function inWorkspace(url: string): string {
  const id = urlWorkspace.get();
  return id === undefined ? url : `${url}${url.includes('?') ? '&' : '?'}workspace=${id}`;
}
