import type { Parameter } from '../lib/url.ts';
import type { FiredPixel } from '../pages/pixels/fired-pixel.ts';
import type { LinkApp } from '../resources/links/app-target.ts';
import type { LinkStatus, LinkType, RedirectCode } from '../resources/links/link-values.ts';
import { type CompiledRules, compileRules } from '../resources/links/rules/link-rules.ts';
import type { CompiledRouting } from '../resources/links/rules/routing.ts';
import type { LinkRule } from '../resources/links/rules/rule-kinds.ts';

// The simulator of the dashboard uses this file and decide.ts, so nothing here may import server code.

/** What a link has beyond its destination; a plain link has none of it. */
export interface LinkOptions {
  status: LinkStatus;
  startsAt: number | null;
  expiresAt: number | null;
  expiryUrl: string | null;
  /** Whether the link has a click limit, so that each click is taken from the store. */
  isCounted: boolean;
  /** Whether the limit was reached. */
  isSpent: boolean;
  passwordHash: string | null;
  rules: LinkRule[];
  compiledRules: CompiledRules;
  /** The ordered rules, which come before the others. */
  routing: CompiledRouting;
  parameters: Parameter[];
  type: LinkType;
  /** Destinations that cannot be framed. */
  unframed: string[];
  pixels: (FiredPixel & { id: number })[];
  meta: { title: string; description: string; image: string } | null;
  /** The apps that open the link. */
  app: LinkApp | null;
  /** Whether visitors in the browser of an app get a page that opens their own browser. */
  leavesApps: boolean;
}

/** What a decision needs to know about a link. */
export interface DecidedLink {
  linkId: number;
  url: string;
  code: RedirectCode;
  isQueryForwarded: boolean;
  /** Null for a plain link, which redirects without further checks. */
  options: LinkOptions | null;
}

/** The part of a link that its options are created from. */
export interface OptionSource
  extends Pick<
    LinkOptions,
    | 'status'
    | 'startsAt'
    | 'expiresAt'
    | 'expiryUrl'
    | 'passwordHash'
    | 'unframed'
    | 'rules'
    | 'parameters'
    | 'app'
    | 'leavesApps'
  > {
  maxClicks: number | null;
  spentClicks: number;
  metaTitle: string;
  metaDescription: string;
  metaImage: string;
}

/** Facts that are looked up or prepared beside the link; `title` is used for a preview card without its own title. */
export interface OptionFacts extends Pick<LinkOptions, 'type' | 'pixels' | 'routing'> {
  title: string;
}

/** Creates the options of a link. */
export function linkOptionsOf(link: OptionSource, facts: OptionFacts): LinkOptions {
  const { status, startsAt, expiresAt, expiryUrl, maxClicks, passwordHash, unframed, rules, parameters } = link;
  const { app, leavesApps } = link;
  const { type, pixels, routing } = facts;
  const compiledRules = compileRules(rules);
  const isCounted = maxClicks !== null;
  const isSpent = isCounted && link.spentClicks >= maxClicks;
  const { metaTitle: title, metaDescription: description, metaImage: image } = link;
  const hasMeta = title !== '' || description !== '' || image !== '';
  const meta = hasMeta ? { title: title || facts.title, description, image } : null;
  return {
    ...{ status, startsAt, expiresAt, expiryUrl, isCounted, isSpent, passwordHash },
    ...{ rules, compiledRules, routing, parameters, type, unframed, pixels, meta, app, leavesApps },
  };
}
