import { ArrowRight, Ban, CircleHelp } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { listLanguages } from '../../lib/code-names.ts';
import { toLocalInput, writeTime } from '../../lib/format.ts';
import { language, localeOf, useTexts } from '../../lib/texts.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import type { Option } from '../../ui/select.tsx';
import type { LinkValues } from './link-form.ts';
import { ruleForms } from './rules/rule-forms.ts';
import { linesOf } from './rules/rule-lines.ts';
import { type AgentName, agents } from './sample-agents.ts';
import { type Line, type SimulatedOutcome, type SimulatedVisit, simulate } from './simulate.ts';

const FIRST: Omit<SimulatedVisit, 'language' | 'time'> = { place: '', agent: 'iphone', who: 'person', clicks: '0' };

/** Names the rule that chose the destination. */
function RuleReason({ values, line }: { values: LinkValues; line: Line }): ReactNode {
  const reasonOf = ruleForms[line.kind].useReason();
  return reasonOf(linesOf(values, line.kind)[line.index]?.text ?? '', values);
}

function Result({ values, outcome }: { values: LinkValues; outcome: SimulatedOutcome | undefined }): ReactNode {
  const t = useTexts('link-simulator');
  if (!outcome) {
    return (
      <p className="links-outcome quiet">
        <CircleHelp size={16} aria-hidden /> {t.noDestination}
      </p>
    );
  }
  const { decision, asksPassword, end, unfinished, line, rule, hasLines } = outcome;
  const isEnd = decision.kind === 'redirect' && decision.isEnd;
  const stop =
    decision.kind === 'unknown' || decision.kind === 'limited'
      ? t[decision.kind]
      : decision.kind === 'gone' && t.gone[decision.reason === 'disabled' ? 'disabled' : end];
  return (
    <div className="links-outcome">
      {asksPassword && <p>{t.password}</p>}
      {stop && (
        <p className="line">
          <Ban size={16} aria-hidden /> <span>{stop}</span>
        </p>
      )}
      {'url' in decision && (
        <>
          <p>{isEnd ? t.ended[end] : t.kinds[decision.kind]}</p>
          <p className="line">
            <ArrowRight size={16} aria-hidden />
            <strong className="links-url">{decision.url}</strong>
          </p>
          {!isEnd && (
            <p className="quiet">
              {rule !== undefined ? (
                t.because.rule({ rule })
              ) : line ? (
                <RuleReason key={line.kind} values={values} line={line} />
              ) : (
                t.because[hasLines ? 'otherwise' : 'everyone']
              )}
            </p>
          )}
          {(decision.kind === 'frame' || decision.kind === 'overlay') && <p className="hint">{t.frames}</p>}
        </>
      )}
      {unfinished > 0 && <p className="hint">{t.unfinished({ count: unfinished })}</p>}
    </div>
  );
}

/** Chooses a visitor and shows what the link in the form would do for them. */
export function Simulator({ values, countries }: { values: LinkValues; countries: string }) {
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
        {values.max_clicks !== '' && (
          <TextField {...field('clicks')} label={t.clicks} type="number" min={0} inputMode="numeric" />
        )}
      </div>
      <div role="status">
        <Result values={values} outcome={simulate(values, visit)} />
      </div>
    </div>
  );
}
