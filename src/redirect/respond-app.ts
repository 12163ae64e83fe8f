import { appPage, escapePage } from '../pages/app.ts';
import { buildTags } from '../pages/pixels/pixel-tags.ts';
import type { AppDecision } from './decide.ts';
import type { PageContext } from './page-context.ts';
import type { LinkSnapshot } from './snapshot.ts';

/** The page that opens an app, or the browser of the system. */
export function respondApp(
  decision: AppDecision,
  snapshot: LinkSnapshot,
  { language, shortUrl, action }: PageContext,
): Response {
  const { url, pixels, system } = decision;
  const { title, options } = snapshot;
  const tags = buildTags(pixels);
  if (decision.kind === 'escape') {
    const canStay = decision.leadsTo === 'destination';
    // With the query, and the suffix of a scan.
    const target = canStay ? url : new URL(action, shortUrl).href;
    return escapePage(language, { system: decision.system, target, canStay, title }, tags);
  }
  const target = options?.app?.[decision.system];
  if (!target) throw new Error(`the link has no app for ${system}`);
  const { url: appUrl, store } = target;
  const packageName = 'package' in target ? target.package : undefined;
  return appPage(language, { system: decision.system, appUrl, packageName, store, destination: url, title }, tags);
}
