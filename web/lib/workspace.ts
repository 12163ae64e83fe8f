const ROOT = '/app';

function readWorkspace(path: string): number | undefined {
  const id = /^\/app\/w\/([1-9]\d{0,14})(?=\/|$)/.exec(path)?.[1];
  return id === undefined ? undefined : Number(id);
}

/** The part of a dashboard URL before the path of a screen; without an id it is the user's own workspace. */
export function workspaceBase(id: number | undefined): string {
  return id === undefined ? ROOT : `${ROOT}/w/${id}`;
}

/** The shared workspace in the URL; undefined in the user's own. Switching loads the page again, so it never changes. */
export const urlWorkspace = readWorkspace(globalThis.location?.pathname ?? ROOT);

/** The beginning of every URL of this page. */
export const BASE = workspaceBase(urlWorkspace);

/** The headers that tell the API in which workspace a request acts. */
export function workspaceHeaders(): Record<string, string> {
  return urlWorkspace === undefined ? {} : { 'X-Workspace': String(urlWorkspace) };
}

/** The same for a URL that the browser requests without headers: a download, a picture, an event stream. */
export function inWorkspace(url: string): string {
  if (urlWorkspace === undefined) return url;
  return `${url}${url.includes('?') ? '&' : '?'}workspace=${urlWorkspace}`;
}
