import { parseAppUrl, webAddressesIn } from '../../lib/app-url.ts';
import { parseDestination } from '../../lib/url.ts';

/** The app that opens a link on a system. */
export interface AppTarget {
  /** The URL that opens the app. */
  url: string;
  /** Where visitors without the app get it; without it they go to the web destination. */
  store?: string;
}

/** The app on Android; with a package name, no other app opens the URL. */
export interface AndroidTarget extends AppTarget {
  package?: string;
}

/** The apps that open a link, by system. */
export interface LinkApp {
  ios?: AppTarget;
  android?: AndroidTarget;
}

/** The name of an Android package, such as `com.example.app`. */
export const PACKAGE_NAME = /^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)+$/;
export const MAX_PACKAGE_NAME = 255;

function readTarget(stored: Partial<AndroidTarget> | undefined): AndroidTarget | undefined {
  const url = parseAppUrl(stored?.url ?? '');
  const store = parseDestination(stored?.store ?? '');
  const name = stored?.package ?? '';
  if (!('href' in url)) return undefined;
  return {
    url: url.href,
    ...(PACKAGE_NAME.test(name) && { package: name }),
    ...('href' in store && { store: store.href }),
  };
}

/** Reads the stored apps. URLs are parsed again, so that no page ever contains one with a forbidden scheme. */
export function readApp(text: string | null): LinkApp | null {
  if (text === null) return null;
  const stored = JSON.parse(text) as LinkApp;
  const ios = readTarget(stored.ios);
  const android = readTarget(stored.android);
  return ios || android ? { ...(ios && { ios }), ...(android && { android }) } : null;
}

/** The apps as they are stored; null if there are none. */
export function writeApp(app: LinkApp | null): string | null {
  return app === null ? null : JSON.stringify(app);
}

/** Every web address in the apps of a body, with the name of its field. */
export function appDestinationsIn(app: LinkApp | null | undefined): [field: string, href: string][] {
  const found = (['ios', 'android'] as const).flatMap((system): [string, string | undefined][] => [
    [`app.${system}.url`, app?.[system]?.url],
    [`app.${system}.store`, app?.[system]?.store],
  ]);
  return found.flatMap(([field, href = '']) =>
    webAddressesIn(href).map((address): [string, string] => [field, address]),
  );
}
