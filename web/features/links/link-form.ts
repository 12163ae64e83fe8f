import { ruleKinds } from '../../../src/resources/links/rules/rule-kinds.ts';
import type { AnswerOf, BodyOf } from '../../lib/api.ts';
import { changedFields } from '../../lib/changed-fields.ts';
import { fromLocalInput, toLocalInput } from '../../lib/format.ts';
import { completeUrl } from '../../lib/urls.ts';
import { type AppValues, NO_APP, toAppBody, toAppValues } from './app-form.ts';
import { type RuleDraft, toRuleDrafts, writeRuleDrafts } from './routing/rule-draft.ts';
import { ruleForms } from './rules/rule-forms.ts';
import { buildRuleValues, type RuleValues } from './rules/rule-lines.ts';

export type LinkDetails = AnswerOf<'GET /api/url/:id'>['details'];
export type LinkBody = Omit<BodyOf<'POST /api/url/add'>, 'reuse'>;

/** The form values of a link: all input is text. */
export interface LinkValues extends RuleValues {
  url: string;
  custom: string;
  /** '' is the main host. */
  domain: string;
  description: string;
  tags: string[];
  campaign: string;
  channel: string;
  /** The ordered rules. */
  rules: RuleDraft[];
  hasPassword: boolean;
  /** '' keeps the current password. */
  password: string;
  starts: string;
  expiry: string;
  max_clicks: string;
  expiry_url: string;
  type: string;
  redirect_code: string;
  forward_query: boolean;
  status: 'active' | 'disabled';
  parameters: { name: string; value: string }[];
  pixels: number[];
  metatitle: string;
  metadescription: string;
  metaimage: string;
  app: AppValues;
  escape: boolean;
}

/** The initial values of a new link. */
export const NEW_LINK: LinkValues = {
  url: '',
  custom: '',
  domain: '',
  description: '',
  tags: [],
  campaign: '',
  channel: '',
  rules: [],
  ...buildRuleValues(() => []),
  hasPassword: false,
  password: '',
  starts: '',
  expiry: '',
  max_clicks: '',
  expiry_url: '',
  type: 'direct',
  redirect_code: '302',
  forward_query: true,
  status: 'active',
  parameters: [],
  pixels: [],
  metatitle: '',
  metadescription: '',
  metaimage: '',
  app: NO_APP,
  escape: false,
};

/** The private note of a link; without one, the API returns the description for social networks. */
export function noteOf({ description, metadescription }: LinkDetails): string {
  return description === metadescription ? '' : description;
}

/** The form values of an existing link. */
export function toLinkValues(link: LinkDetails): LinkValues {
  return {
    url: link.longurl,
    custom: link.alias,
    domain: link.domain,
    description: noteOf(link),
    tags: link.tags,
    campaign: String(link.campaign ?? ''),
    channel: String(link.channels[0] ?? ''),
    rules: toRuleDrafts(link.rules, link.warning_details),
    ...buildRuleValues((kind) =>
      Object.entries(link[kind]).map(([name, href]) => ({ text: ruleForms[kind].toText(name), link: href })),
    ),
    hasPassword: link.password,
    password: '',
    starts: toLocalInput(link.starts),
    expiry: toLocalInput(link.expiry),
    max_clicks: link.max_clicks === null ? '' : String(link.max_clicks),
    expiry_url: link.expiry_url ?? '',
    type: String(link.type),
    redirect_code: String(link.redirect_code),
    forward_query: link.forward_query,
    status: link.status,
    parameters: link.parameters,
    pixels: link.pixels,
    metatitle: link.metatitle,
    metadescription: link.metadescription,
    metaimage: link.metaimage,
    app: toAppValues(link.app),
    escape: link.escape,
  };
}

/** The form values of a copy of a link. The copy is active, needs its own alias, and has no password, because the API never returns it. */
export function toCopyValues(link: LinkDetails): LinkValues {
  return { ...toLinkValues(link), custom: '', status: 'active' };
}

function toId(text: string): number | null {
  return text === '' ? null : Number(text);
}

/** What is sent for each changed field; '' clears one. */
const WRITERS: {
  [Name in Exclude<keyof LinkValues, keyof RuleValues | 'url' | 'hasPassword' | 'password'>]: (
    values: LinkValues,
  ) => unknown;
} = {
  custom: ({ custom }) => custom,
  domain: ({ domain }) => domain,
  description: ({ description }) => description,
  tags: ({ tags }) => tags,
  campaign: ({ campaign }) => toId(campaign),
  channel: ({ channel }) => toId(channel),
  rules: ({ rules }) => writeRuleDrafts(rules),
  starts: ({ starts }) => fromLocalInput(starts),
  expiry: ({ expiry }) => fromLocalInput(expiry),
  max_clicks: (values) => toId(values.max_clicks),
  expiry_url: (values) => values.expiry_url,
  type: ({ type }) => type,
  redirect_code: (values) => Number(values.redirect_code),
  forward_query: (values) => values.forward_query,
  status: ({ status }) => status,
  parameters: ({ parameters }) => parameters,
  pixels: ({ pixels }) => pixels,
  metatitle: ({ metatitle }) => metatitle,
  metadescription: ({ metadescription }) => metadescription,
  metaimage: ({ metaimage }) => metaimage,
  app: ({ app }) => toAppBody(app),
  escape: (values) => values.escape,
};

const RULE_WRITERS: Record<string, (values: LinkValues) => unknown> = Object.fromEntries(
  Object.values(ruleKinds).map(({ field }) => [field, (values: LinkValues) => values[field]]),
);

/** The request body that changes `before` to the form's values; unchanged fields are omitted, and so kept. */
export function toLinkBody(before: LinkValues, values: LinkValues): LinkBody {
  // A rule that was removed and added again is another draft, but no change.
  const comparable = (all: LinkValues) => ({ ...all, rules: writeRuleDrafts(all.rules) });
  const changes = changedFields(comparable(before), comparable(values));
  const changed = Object.entries({ ...WRITERS, ...RULE_WRITERS })
    .filter(([name]) => name in changes)
    .map(([name, write]) => [name, write(values)]);
  const password = values.hasPassword ? values.password : null;
  return {
    url: values.url.trim() === '' ? '' : completeUrl(values.url),
    ...Object.fromEntries(changed),
    ...((password === null ? before.hasPassword : password !== '') && { password }),
  };
}
