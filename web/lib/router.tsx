import { type AnchorHTMLAttributes, type MouseEvent, useCallback, useMemo } from 'react';
import { externalValue } from './external-value.ts';
import { askToLeave, isGuarded } from './leave-guard.ts';
import { createSheetEntries } from './sheet-entries.ts';
import { baseUrl } from './workspace.ts';

interface Route {
  /** Relative to the workspace, and never empty: `/links/7`. */
  path: string;
  search: string;
}

function readRoute(): Route {
  const path = location.pathname.slice(baseUrl().length).replace(/\/+$/, '');
  return { path: path === '' ? '/' : path, search: location.search };
}

const route = externalValue<Route>(readRoute());

/** The position of this history entry, to distinguish back from forward. */
function stepOf(state: unknown): number {
  return (state as { step?: number } | null)?.step ?? 0;
}

let step = stepOf(history.state);
let isReturning = false;

function isSheetState(state: unknown): boolean {
  return (state as { isSheet?: boolean } | null)?.isSheet === true;
}

function pushSheet(href: string): void {
  step += 1;
  history.pushState({ step, isSheet: true }, '', href);
}

const sheets = createSheetEntries(
  { readStep: () => step, push: () => pushSheet(location.href) },
  isSheetState(history.state),
);

/** Adds the entry of a sheet before the sheet opens, because its URL differs. */
function reserveSheetEntry(): void {
  sheets.open(() => {})();
}

/** Gives a sheet a history entry while it is open: the back button calls `close`. Returns what to call when it is removed. */
export function openSheetEntry(close: () => void): () => void {
  return sheets.open(close);
}

window.addEventListener('popstate', ({ state }) => {
  const by = stepOf(state) - step;
  if (isReturning) {
    isReturning = false;
    return;
  }
  if (by !== 0 && isGuarded(false)) {
    // The browser has already navigated: go back, and repeat the navigation if it is allowed.
    isReturning = true;
    history.go(-by);
    askToLeave(() => history.go(by));
    return;
  }
  const isSkipped = by === -1 && sheets.isLeftBehind();
  step += by;
  sheets.moved(isSheetState(state));
  if (isSkipped) history.back();
  else route.set(readRoute());
});

/** The URL of a path in the dashboard. */
export function hrefOf(to: string): string {
  return to === '/' ? baseUrl() : baseUrl() + to;
}

/** Navigates to a path such as `/links?q=spring`; asks first if there is unsaved input, unless `isSure`. */
export function navigate(to: string, options: { isReplacing?: boolean; isSure?: boolean } = {}): void {
  const href = hrefOf(to);
  const before = route.get().path;
  if (!options.isSure && to.split('?')[0] !== before && isGuarded(true)) {
    askToLeave(() => navigate(to, options));
    return;
  }
  if (options.isReplacing) history.replaceState({ ...history.state, step }, '', href);
  else if (href !== location.pathname + location.search && sheets.takeEntry()) history.replaceState({ step }, '', href);
  else if (href !== location.pathname + location.search) {
    step += 1;
    history.pushState({ step }, '', href);
  }
  route.set(readRoute());
  if (route.get().path !== before) scrollTo(0, 0);
}

/** The current path. */
export function usePath(): string {
  return route.use().path;
}

/** One query parameter and its setter; '' removes it. It survives reloads and is part of a shared URL. */
export function useSearchParam(name: string): [string, (value: string) => void] {
  const { search } = route.use();
  const set = useCallback(
    (value: string) => {
      const params = new URLSearchParams(location.search);
      if (value === '') params.delete(name);
      else params.set(name, value);
      const text = params.toString();
      navigate(readRoute().path + (text === '' ? '' : `?${text}`), { isReplacing: true });
    },
    [name],
  );
  return [new URLSearchParams(search).get(name) ?? '', set];
}

/** The query parameter of a sheet: setting it opens the sheet in a history entry of its own. */
export function useSheetParam(name: string): [string, (value: string) => void] {
  const [value, set] = useSearchParam(name);
  const open = useCallback(
    (next: string) => {
      // The sheet will use this entry.
      if (next !== '' && !new URLSearchParams(location.search).has(name)) reserveSheetEntry();
      set(next);
    },
    [name, set],
  );
  return [value, open];
}

/** All query parameters, and a setter for several at once; the back button undoes the change. */
export function useSearchParams(): [URLSearchParams, (change: (params: URLSearchParams) => void) => void] {
  const { search } = route.use();
  const set = useCallback((change: (params: URLSearchParams) => void) => {
    const params = new URLSearchParams(location.search);
    change(params);
    const text = params.toString();
    navigate(readRoute().path + (text === '' ? '' : `?${text}`));
  }, []);
  return [useMemo(() => new URLSearchParams(search), [search]), set];
}

/** A URL that was typed by hand may be malformed. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The named parts of a path by a pattern such as `/links/:id`; undefined if it does not match. */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = decode(value);
    else if (part !== value) return undefined;
  }
  return params;
}

/** Whether a click navigates in this tab, not in a new one. */
function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

/** A link inside the dashboard. */
export function Link({ to, onClick, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { to: string }) {
  return (
    <a
      {...rest}
      href={hrefOf(to)}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || !isPlainClick(event)) return;
        event.preventDefault();
        navigate(to);
      }}
    />
  );
}
