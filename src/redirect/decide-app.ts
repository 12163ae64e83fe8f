import type { LinkOptions } from './link-options.ts';
import type { LinkVisitor } from './visitor.ts';

// The simulator of the dashboard uses this file, so nothing here may import server code.

/** The systems that have app pages. */
export type AppSystem = 'ios' | 'android';

/** A page that opens an app, or the browser of the system from within the browser of an app. */
export type AppPage =
  | { kind: 'app'; system: AppSystem }
  /** `leadsTo` is the link itself if the browser of the system shows another page for it: the app page. */
  | { kind: 'escape'; system: AppSystem | 'other'; leadsTo: 'destination' | 'link' };

/** The apps whose browsers break shops and sign-ins, by their names in statistics. */
const ESCAPED_BROWSERS: ReadonlySet<string> = new Set([
  'Instagram',
  'Facebook',
  'TikTok',
  'LinkedIn',
  'Snapchat',
  'WeChat',
  'Line',
]);

function systemOf(visitor: LinkVisitor): AppSystem | 'other' {
  if (visitor.isDevice('ios')) return 'ios';
  return visitor.isDevice('android') ? 'android' : 'other';
}

/** Whether pixels fire on the page; they fire once, where the visit is counted. */
export function firesPixels(page: AppPage): boolean {
  return page.kind === 'app' || page.leadsTo === 'destination';
}

/** The page that a visitor gets in place of the destination; undefined for most visitors, and for every bot and preview. */
export function decideAppPage(
  { app, leavesApps }: Pick<LinkOptions, 'app' | 'leavesApps'>,
  visitor: LinkVisitor,
): AppPage | undefined {
  if ((app === null && !leavesApps) || visitor.kind() !== 'person') return undefined;
  const system = systemOf(visitor);
  const hasApp = system !== 'other' && app?.[system] !== undefined;
  if (leavesApps && ESCAPED_BROWSERS.has(visitor.browser())) {
    return { kind: 'escape', system, leadsTo: hasApp ? 'link' : 'destination' };
  }
  return hasApp ? { kind: 'app', system } : undefined;
}
