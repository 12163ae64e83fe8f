import { z } from 'zod';
import { parseInput } from '../../http/read-input.ts';
import type { LinkChange } from '../../resources/links/link.contract.ts';
import type { Link } from '../../resources/links/link.ts';
import { routingField } from '../../resources/links/rules/routing.contract.ts';
import { findRuleProblem, type RoutingRule } from '../../resources/links/rules/routing-rule.ts';
import type { LinkRule } from '../../resources/links/rules/rule-kinds.ts';
import { readCondition, type ShlinkCondition, showCondition } from './condition.ts';
import { invalidData } from './problem.ts';
import { keepForm } from './short-url.body.ts';

/** A redirect rule in Shlink's API. */
export interface ShlinkRule {
  longUrl: string;
  priority: number;
  conditions: ShlinkCondition[];
}

const INEXPRESSIBLE = 'The short URL has rules that the API of Shlink cannot express. Read them with GET /api/url/:id.';
const CLOSED = 'The short URL asks for a password or is disabled, which the API of Shlink cannot express.';
// Several values of a condition become several rules, of which one link could otherwise have millions.
const MAX_RULES = 1_000;

type SentRule = Omit<ShlinkRule, 'priority'>;

function isOptionalText(value: unknown): value is string | null | undefined {
  return value === undefined || value === null || typeof value === 'string';
}

function readShlinkCondition(sent: unknown): ShlinkCondition {
  if (typeof sent !== 'object' || sent === null) throw invalidData(['conditions']);
  const { type, matchKey, matchValue } = sent as Record<string, unknown>;
  if (typeof type !== 'string') throw invalidData(['type']);
  if (!isOptionalText(matchKey)) throw invalidData(['matchKey']);
  if (!isOptionalText(matchValue)) throw invalidData(['matchValue']);
  return { type, matchKey: matchKey ?? null, matchValue: matchValue ?? null };
}

function readShlinkRule(sent: unknown): SentRule {
  if (typeof sent !== 'object' || sent === null) throw invalidData(['redirectRules']);
  const { longUrl, conditions } = sent as Record<string, unknown>;
  if (typeof longUrl !== 'string') throw invalidData(['longUrl']);
  if (!Array.isArray(conditions)) throw invalidData(['conditions']);
  // In Shlink, a rule without conditions never matches; ours would match everyone.
  if (conditions.length === 0) throw invalidData(['conditions'], { conditions: 'A rule needs a condition.' });
  return { longUrl: longUrl.trim(), conditions: conditions.map(readShlinkCondition) };
}

function toOurRule({ longUrl, conditions }: SentRule) {
  const when = conditions.map((condition) => {
    const ours = readCondition(condition);
    if (ours) return ours;
    const { type, matchValue } = condition;
    throw invalidData(['redirectRules'], { redirectRules: `${type} ${matchValue ?? ''} cannot be expressed here.` });
  });
  return { url: longUrl, when };
}

const rulesBody = z.object({ rules: routingField });

/** The change that replaces all rules of a link, also the entries of its three lists. */
export function readRedirectRules(body: Record<string, unknown>): LinkChange {
  const { redirectRules } = body;
  if (!Array.isArray(redirectRules)) throw invalidData(['redirectRules']);
  const sent = redirectRules.map(readShlinkRule);
  const { rules } = parseInput(rulesBody, { rules: sent.map(toOurRule) });
  const kept = (rules ?? []).map((rule, index) => ({
    ...rule,
    url: keepForm(sent[index]?.longUrl ?? '', rule.url ?? ''),
  }));
  return { rules: kept, geotarget: [], devicetarget: [], languagetarget: [] };
}

/** Every choice of one element of each list. */
function combine<T>(lists: T[][]): T[][] {
  return lists.reduce<T[][]>((all, list) => all.flatMap((chosen) => list.map((one) => [...chosen, one])), [[]]);
}

function showRule(rule: RoutingRule, index: number): SentRule[] | undefined {
  const { url, when } = rule;
  if (findRuleProblem(rule, index) || url === undefined || when.length === 0) return undefined;
  const shown = when.map(showCondition);
  if (shown.includes(undefined)) return undefined;
  const lists = shown.map((list) => list ?? []);
  if (lists.reduce((product, { length }) => product * length, 1) > MAX_RULES) return undefined;
  return combine(lists).map((conditions) => ({ longUrl: url, conditions: conditions.flat() }));
}

/** An entry of one of the three lists, as a rule with one condition. */
function showListEntry(entry: LinkRule): SentRule[] | undefined {
  const { kind, link } = entry;
  if (kind === 'device') return showRule({ url: link, when: [{ type: 'device', in: [entry.device] }] }, 0);
  if (kind === 'language') return showRule({ url: link, when: [{ type: 'language', in: [entry.language] }] }, 0);
  return entry.region === '' ? showRule({ url: link, when: [{ type: 'country', in: [entry.country] }] }, 0) : undefined;
}

/** Whether visitors do not simply get a destination of the link, which Shlink cannot express: it is protected or disabled. */
export function isClosed({ passwordHash, status }: Pick<Link, 'passwordHash' | 'status'>): boolean {
  return passwordHash !== null || status === 'disabled';
}

/** Throws for a closed link: a client that copies it with its rules would create an open one. */
export function assertOpen(link: Link): void {
  if (isClosed(link)) throw invalidData(['redirectRules'], { redirectRules: CLOSED });
}

/** The rules of a link in Shlink's form. Throws if it cannot express one of them, because half of them would mislead. */
export function showRedirectRules({ url, routingRules, rules }: Link) {
  const shown = [...routingRules.map(showRule), ...rules.map(showListEntry)];
  if (shown.includes(undefined)) throw invalidData(['redirectRules'], { redirectRules: INEXPRESSIBLE });
  const list = shown.flatMap((some) => some ?? []);
  return {
    defaultLongUrl: url,
    redirectRules: list.map(
      ({ longUrl, conditions }, index): ShlinkRule => ({ longUrl, priority: index + 1, conditions }),
    ),
  };
}
