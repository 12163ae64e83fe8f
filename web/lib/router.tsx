import { type AnchorHTMLAttributes, type MouseEvent, useCallback, useMemo } from 'react';
import { externalValue } from './external-value.ts';
import { askToLeave, isGuarded } from './leave-guard.ts';

const BASE = '/app';

interface Place {
  /** Below `/app`, and never empty: `/links/7`. */
  path: string;
  search: string;
}

function readPlace(): Place {
  const path = location.pathname.slice(BASE.length).replace(/\/+$/, '');
  return { path: path === '' ? '/' : path, search: location.search };
}

const place = externalValue<Place>(readPlace());

/** How many steps this entry is from the first one, by which a way back is told from a way on. */
function stepOf(state: unknown): number {
  return (state as { step?: number } | null)?.step ?? 0;
}

let step = stepOf(history.state);
let isReturning = false;

addEventListener('popstate', ({ state }) => {
  const by = stepOf(state) - step;
  if (isReturning) {
    isReturning = false;
    return;
  }
  if (by !== 0 && isGuarded(false)) {
    // The browser has gone already: it is led back, and goes again if it may.
    isReturning = true;
    history.go(-by);
    askToLeave(() => history.go(by));
    return;
  }
  step += by;
  place.set(readPlace());
});

/** The address of a place in the dashboard, as it stands in the browser. */
export function hrefOf(to: string): string {
  return to === '/' ? BASE : BASE + to;
}

/** Goes to a place in the dashboard, such as `/links?q=spring`; asks first where something is unsaved, unless that `isSure`. */
export function navigate(to: string, options: { isReplacing?: boolean; isSure?: boolean } = {}): void {
  const href = hrefOf(to);
  const before = place.get().path;
  if (!options.isSure && to.split('?')[0] !== before && isGuarded(true)) {
    askToLeave(() => navigate(to, options));
    return;
  }
  if (options.isReplacing) history.replaceState({ step }, '', href);
  else if (href !== location.pathname + location.search) {
    step += 1;
    history.pushState({ step }, '', href);
  }
  place.set(readPlace());
  if (place.get().path !== before) scrollTo(0, 0);
}

/** Where the dashboard is. */
export function usePath(): string {
  return place.use().path;
}

/** One parameter of the address, and how to change it; '' takes it away. It survives reloads and is shared by its link. */
export function useSearchParam(name: string): [string, (value: string) => void] {
  const { search } = place.use();
  const set = useCallback(
    (value: string) => {
      const params = new URLSearchParams(location.search);
      if (value === '') params.delete(name);
      else params.set(name, value);
      const text = params.toString();
      navigate(readPlace().path + (text === '' ? '' : `?${text}`), { isReplacing: true });
    },
    [name],
  );
  return [new URLSearchParams(search).get(name) ?? '', set];
}

/** All parameters of the address, and how to change several at once; the back button takes such a change back. */
export function useSearchParams(): [URLSearchParams, (change: (params: URLSearchParams) => void) => void] {
  const { search } = place.use();
  const set = useCallback((change: (params: URLSearchParams) => void) => {
    const params = new URLSearchParams(location.search);
    change(params);
    const text = params.toString();
    navigate(readPlace().path + (text === '' ? '' : `?${text}`));
  }, []);
  return [useMemo(() => new URLSearchParams(search), [search]), set];
}

/** What was typed into the address by hand need not be well written. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The parts of a path that a pattern such as `/links/:id` names; undefined where it does not fit. */
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

/** Whether a click means "here", and not "in a new tab". */
function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

/** A link to a place in the dashboard. */
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
