import { useMemo, useState } from 'react';
import { listLanguages } from '../../lib/code-names.ts';
import { toLocalInput, writeTime } from '../../lib/format.ts';
import { language, localeOf, useTexts } from '../../lib/texts.ts';
import { usePreview } from '../../lib/use-preview.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import type { Option } from '../../ui/select.tsx';
import type { LinkValues } from './link-form.ts';
import { linesOf } from './rules/rule-lines.ts';
import { type AgentName, agents } from './sample-agents.ts';
import { type SimulatedVisit, toSimulation } from './simulated-visit.ts';
import { SimulatorResult } from './simulator-result.tsx';

const FIRST: Omit<SimulatedVisit, 'language' | 'time'> = {
  ...{ place: '', city: '', agent: 'iphone', who: 'person', clicks: '0', referrer: '', query: '', address: '' },
};

/** Chooses a visitor and shows what the link in the form would do for them. The API decides, with the code of the redirect. */
export function Simulator({
  id,
  values,
  countries,
}: {
  /** Undefined for a new link. */
  id: string | undefined;
  values: LinkValues;
  countries: string;
}) {
  const t = useTexts('link-simulator');
  const locale = localeOf(language.use());
  const [visit, setVisit] = useState<SimulatedVisit>(() => ({
    ...FIRST,
    language: navigator.language.slice(0, 2),
    time: toLocalInput(writeTime(new Date())),
  }));
  const inUse = linesOf(values, 'language')
    .map(({ text }) => text)
    .join();
  const languages = useMemo(() => listLanguages(locale, inUse.split(',').filter(Boolean)), [locale, inUse]);
  const { answer, error } = usePreview('POST /api/url/simulate', {
    ...toSimulation(values, visit),
    ...(id !== undefined && { id: Number(id) }),
  });
  const field = <Name extends keyof SimulatedVisit>(name: Name) => ({
    name: `visit-${name}`,
    value: visit[name],
    onChange: (value: SimulatedVisit[Name]) => setVisit({ ...visit, [name]: value }),
    error: undefined,
  });
  const toOptions = <Value extends string>(words: Record<Value, string>) =>
    Object.entries(words).map(([value, label]) => ({ value, label })) as Option<Value>[];
  return (
    <div className="stack">
      <p className="hint">{t.hint}</p>
      <div className="links-visit">
        <TextField
          {...field('place')}
          label={t.place}
          placeholder={t.placeExample}
          list={countries}
          autoComplete="off"
        />
        <TextField {...field('time')} label={t.time} type="datetime-local" />
        <SelectField<AgentName>
          {...field('agent')}
          label={t.device}
          options={toOptions(t.agents).filter(({ value }) => value in agents)}
        />
        <SelectField {...field('language')} label={t.language} options={languages} />
        <SelectField<SimulatedVisit['who']> {...field('who')} label={t.visitor} options={toOptions(t.people)} />
        <TextField {...field('city')} label={t.city} placeholder="Montreal" autoComplete="off" />
        <TextField {...field('referrer')} label={t.referrer} placeholder="news.example.com" autoComplete="off" />
        <TextField {...field('query')} label={t.query} placeholder="source=mail" autoComplete="off" />
        <TextField {...field('address')} label={t.address} placeholder="203.0.113.7" autoComplete="off" />
        {values.max_clicks !== '' && (
          <TextField {...field('clicks')} label={t.clicks} type="number" min={0} inputMode="numeric" />
        )}
      </div>
      <div role="status">
        <SimulatorResult values={values} clicks={visit.clicks} result={answer} error={error} />
      </div>
    </div>
  );
}
