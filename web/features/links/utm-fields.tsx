import { useId } from 'react';
import { withQuery } from '../../../src/lib/url.ts';
import { type UtmName, utmNames } from '../../../src/lib/utm-names.ts';
import { useApi } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import type { FormState } from '../../lib/use-form.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import { TextField } from '../../ui/field.tsx';
import type { LinkValues } from './link-form.ts';
import { useGroups } from './use-groups.ts';
import { withUtm } from './utm-template.ts';

const MEDIA = ['email', 'social', 'cpc', 'display', 'affiliate', 'referral', 'qr', 'print'];

/** Converts a name to a UTM value: lowercase, with hyphens instead of spaces. */
function toUtmValue(name: string): string {
  return name.trim().toLowerCase().replace(/\s+/g, '-');
}

/** The five UTM parameters as fields, stored in `parameters`; suggests values used before, then names of campaigns and channels. */
export function UtmFields({ form }: { form: FormState<LinkValues> }) {
  const t = useTexts('link-utm');
  const id = useId();
  const { campaign, channel } = useGroups();
  const { parameters, url } = form.values;
  const destination = URL.parse(url);
  const used = useApi('GET /api/parameters').data?.parameters ?? [];
  const defaults: Partial<Record<UtmName, string[]>> = {
    utm_source: channel.map(({ label }) => toUtmValue(label)),
    utm_medium: MEDIA,
    utm_campaign: campaign.map(({ label }) => toUtmValue(label)),
  };
  const suggestionsFor = (name: UtmName) => {
    const before = used.find((parameter) => parameter.name === name)?.values ?? [];
    return [...new Set([...before, ...(defaults[name] ?? [])])];
  };
  return (
    <>
      <p className="hint">{t.hint}</p>
      <div className="links-pair">
        {utmNames.map((name) => {
          const inDestination = destination?.searchParams.get(name);
          return (
            <TextField
              key={name}
              name={name}
              label={t.fields[name]}
              placeholder={inDestination ? t.inDestination({ value: inDestination }) : t.examples[name]}
              list={`${id}-${name}`}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              error={undefined}
              value={parameters.find((pair) => pair.name === name)?.value ?? ''}
              onChange={(value) => form.set({ parameters: withUtm(parameters, name, value) })}
            />
          );
        })}
      </div>
      {utmNames.map((name) => (
        <datalist key={name} id={`${id}-${name}`}>
          {suggestionsFor(name).map((word) => (
            <option key={word} value={word} />
          ))}
        </datalist>
      ))}
    </>
  );
}

/** The destination with its parameters, as the redirect will write it. */
export function ResultingUrl({ url, parameters }: Pick<LinkValues, 'url' | 'parameters'>) {
  const t = useTexts('link-utm');
  const set = parameters.filter(({ name }) => name !== '');
  if (!URL.canParse(url) || set.length === 0) return null;
  return (
    <div className="stack links-result">
      <span className="hint">{t.result}</span>
      <CopyLine text={withQuery(new URL(url).href, set, '')} />
    </div>
  );
}
