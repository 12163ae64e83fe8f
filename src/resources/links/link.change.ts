import { changeField } from '../../core/change-field.ts';
import { type FieldError, fieldError, invalidFields } from '../../core/errors.ts';
import { changeDisabledBy, OWNER, publishedStatusOf, type StatusChanger } from '../../core/take-down.ts';
import { hostOf } from '../../lib/url.ts';
import { noSuchDomain } from '../domains/domain.service.ts';
import { appDestinationsIn } from './app-target.ts';
import { noSuchChannel } from './item-channels.ts';
import type { LinkChange } from './link.contract.ts';
import type { LinkRecord } from './link.row.ts';
import { type Link, MAIN_DOMAIN } from './link.ts';
import { parseType } from './link.type.ts';
import { changeRules, ruleDestinationsIn } from './rules/link-rules.ts';
import { routingDestinationsIn } from './rules/routing-rule.ts';

/** The default values of a link. */
export const EMPTY_LINK: LinkRecord = {
  domainId: MAIN_DOMAIN,
  alias: '',
  url: '',
  description: '',
  type: 'direct',
  interstitialId: null,
  passwordHash: null,
  expiresAt: null,
  startsAt: null,
  expiryUrl: null,
  maxClicks: null,
  status: 'active',
  disabledBy: null,
  isQueryForwarded: true,
  redirectCode: 302,
  rules: [],
  routingRules: [],
  unknownRules: {},
  parameters: [],
  metaTitle: '',
  metaDescription: '',
  metaImage: '',
  app: null,
  leavesApps: false,
};

/** Applies a change to a link, except for alias, domain and password, which the services set. */
export function applyChange(link: LinkRecord | Link, change: LinkChange, by: StatusChanger = OWNER): LinkRecord {
  const empty = EMPTY_LINK;
  const disabledBy = changeDisabledBy(link.disabledBy, change.status, by);
  const { type, interstitialId } = change.type === undefined ? link : parseType(change.type ?? empty.type);
  return {
    domainId: link.domainId,
    alias: change.custom ?? link.alias,
    url: change.url ?? link.url,
    description: changeField(change.description, link.description, ''),
    type,
    interstitialId,
    passwordHash: link.passwordHash,
    expiresAt: changeField(change.expiry, link.expiresAt, null),
    startsAt: changeField(change.starts, link.startsAt, null),
    expiryUrl: changeField(change.expiry_url, link.expiryUrl, null),
    maxClicks: changeField(change.max_clicks, link.maxClicks, null),
    status: publishedStatusOf(disabledBy),
    disabledBy,
    isQueryForwarded: changeField(change.forward_query, link.isQueryForwarded, empty.isQueryForwarded),
    redirectCode: changeField(change.redirect_code, link.redirectCode, empty.redirectCode),
    ...changeRules(link, change),
    routingRules: changeField(change.rules, link.routingRules, []),
    parameters: changeField(change.parameters, link.parameters, []),
    metaTitle: changeField(change.metatitle, link.metaTitle, ''),
    metaDescription: changeField(change.metadescription, link.metaDescription, ''),
    metaImage: changeField(change.metaimage, link.metaImage, ''),
    app: changeField(change.app, link.app, null),
    leavesApps: changeField(change.escape, link.leavesApps, false),
  };
}

/** Every destination in a body, with the name of its field. */
function destinationsIn(change: LinkChange): [string, string][] {
  return [
    ...(change.url === undefined ? [] : [['url', change.url] as [string, string]]),
    ...ruleDestinationsIn(change),
    ...appDestinationsIn(change.app),
    ...routingDestinationsIn(change.rules ?? []),
    ...(change.expiry_url ? [['expiry_url', change.expiry_url] as [string, string]] : []),
  ];
}

/** The hosts of all destinations in a body. */
export function destinationHostsIn(change: LinkChange): string[] {
  return destinationsIn(change).map(([, href]) => hostOf(href));
}

/** What only the store knows about the references in a body. */
export interface BodyFacts {
  isOwnHost(host: string): boolean;
  ownsDomain: boolean;
  ownsPixels: boolean;
  ownsCampaign: boolean;
  ownsChannel: boolean;
  /** Whether the splash page or overlay that `type` names is the caller's. */
  ownsInterstitial: boolean;
}

/** The error of a `campaign` field that names a missing campaign or a campaign of another user. */
export const noSuchCampaign: FieldError = fieldError('campaign', 'no_such_campaign');

/** Throws if fields refer to something missing, to something of another user, or to this service; lists all of them. */
export function assertBodyFits(change: LinkChange, facts: BodyFacts): void {
  const { isOwnHost, ownsDomain, ownsPixels, ownsCampaign, ownsChannel, ownsInterstitial } = facts;
  const problems: FieldError[] = destinationsIn(change)
    .filter(([, href]) => isOwnHost(hostOf(href)))
    .map(([field]) => fieldError(field, 'own_address'));
  if (change.type && !ownsInterstitial) {
    const isOverlay = parseType(change.type).type === 'overlay';
    problems.push(fieldError('type', isOverlay ? 'no_such_overlay' : 'no_such_splash_page'));
  }
  if (!ownsDomain) problems.push(noSuchDomain);
  if (!ownsPixels) problems.push(fieldError('pixels', 'no_such_pixel'));
  if (!ownsChannel) problems.push(noSuchChannel);
  if (!ownsCampaign) problems.push(noSuchCampaign);
  if (problems.length > 0) throw invalidFields(problems);
}
