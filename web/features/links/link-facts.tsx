import type { ReactNode } from 'react';
import { utmNames } from '../../../src/lib/utm-names.ts';
import { useFormat } from '../../lib/format.ts';
import { useApi } from '../../lib/query.ts';
import { Link } from '../../lib/router.tsx';
import { useTexts } from '../../lib/texts.ts';
import { withoutScheme } from '../../lib/urls.ts';
import { Time } from '../../ui/time.tsx';
import { listAppSystems } from './app-form.ts';
import { TagBadges } from './link-badges.tsx';
import { type LinkDetails, noteOf } from './link-form.ts';
import { toRuleDrafts } from './routing/rule-draft.ts';
import { RuleFacts } from './routing/rule-facts.tsx';
import { ruleForms } from './rules/rule-forms.ts';
import { ruleKindNames } from './rules/rule-lines.ts';

function Outside({ url }: { url: string }) {
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {withoutScheme(url)}
    </a>
  );
}

type RuleKind = (typeof ruleKindNames)[number];

function RulesOfKind({ kind, destinations }: { kind: RuleKind; destinations: Record<string, string> }) {
  const { lead } = useTexts('link-rules')[kind];
  const nameOf = ruleForms[kind].useName();
  return Object.entries(destinations).map(([name, url]) => (
    <li key={name}>
      {lead} <b>{nameOf(ruleForms[kind].toText(name))}</b> → <Outside url={url} />
    </li>
  ));
}

function Channels({ ids }: { ids: number[] }) {
  const { data } = useApi('GET /api/channels', { query: { limit: 1000 } });
  const channels = data?.data.channels.filter(({ id }) => ids.includes(id)) ?? [];
  return channels.map(({ id, name }) => (
    <Link key={id} to={`/channels/${id}`} className="cut">
      {name}
    </Link>
  ));
}

function isUtm({ name }: { name: string }): boolean {
  return utmNames.some((utmName) => utmName === name);
}

function toQuery(parameters: LinkDetails['parameters']): string {
  return parameters.map(({ name, value }) => `${name}=${value}`).join('&');
}

/** Everything that is set on a link; what is not set is omitted. */
export function LinkFacts({ details }: { details: LinkDetails }) {
  const t = useTexts('link-page');
  const form = useTexts('link-form');
  const apps = useTexts('link-apps');
  const routing = useTexts('link-routing');
  const list = useTexts('links');
  const format = useFormat();
  const { longurl, metatitle, tags, channels, parameters, expiry, max_clicks, used_clicks } = details;
  const ruleCount = ruleKindNames.flatMap((kind) => Object.keys(details[kind])).length;
  const systems = listAppSystems(details.app);
  const appFacts = [
    systems.length > 0 && apps.opensIn({ systems: systems.join(', ') }),
    details.escape && apps.escapes,
  ];
  const facts: [name: string, value: ReactNode, width?: 'wide' | 'whole'][] = [
    [form.metatitle, metatitle],
    [list.destination, <Outside key="url" url={longurl} />, 'wide'],
    [form.tags, tags.length > 0 && <TagBadges tags={tags} />],
    [
      form.campaign,
      details.campaign !== null && <Link to={`/campaigns/${details.campaign}`}>{details.campaign_name}</Link>,
    ],
    [form.channel, channels.length > 0 && <Channels ids={channels} />],
    [form.description, noteOf(details), 'wide'],
    [list.created, <Time key="date" value={details.date} />],
    [t.importedClicks, details.imported_clicks > 0 && format.number(details.imported_clicks)],
    [form.starts, details.starts && format.dateTime(details.starts)],
    [form.expiry, expiry && format.dateTime(expiry)],
    [
      form.maxClicks,
      max_clicks !== null && t.used({ used: format.number(used_clicks ?? 0), limit: format.number(max_clicks) }),
    ],
    [form.expiryUrl, details.expiry_url && <Outside url={details.expiry_url} />],
    [form.password, details.password && t.password],
    [apps.title, appFacts.filter(Boolean).join(' · ')],
    [form.utm, toQuery(parameters.filter(isUtm))],
    [form.parameters, toQuery(parameters.filter((pair) => !isUtm(pair)))],
    [
      routing.title,
      details.rules.length > 0 && (
        <RuleFacts
          rules={toRuleDrafts(details.rules, details.warning_details)}
          renderUrl={(url) => <Outside url={url} />}
        />
      ),
      'whole',
    ],
    [
      details.rules.length > 0 ? routing.simpleTitle : form.targeting,
      ruleCount > 0 && (
        <ul>
          {ruleKindNames.map((kind) => (
            <RulesOfKind key={kind} kind={kind} destinations={details[kind]} />
          ))}
        </ul>
      ),
      'wide',
    ],
  ];
  return (
    <dl className="card links-facts">
      {facts.map(
        ([name, value, width]) =>
          value && (
            <div key={name} className={width ? `is-${width}` : ''}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
