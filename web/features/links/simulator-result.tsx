import { ArrowRight, Ban, Check, CircleHelp, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RuleKindName } from '../../../src/resources/links/rules/rule-kinds.ts';
import { describeError } from '../../lib/error-words.ts';
import { useTexts } from '../../lib/texts.ts';
import type { LinkValues } from './link-form.ts';
import { ruleForms } from './rules/rule-forms.ts';
import { linesOf, ruleKindNames } from './rules/rule-lines.ts';
import { countUnfinished, findLine, type SimulationAnswer } from './simulated-visit.ts';

const kindsByRoute = new Map<string, RuleKindName>([
  ['geo', 'location'],
  ['device', 'device'],
  ['language', 'language'],
]);

/** Names the entry of a list that chose the destination. */
function EntryReason({ values, kind, entry }: { values: LinkValues; kind: RuleKindName; entry: string | null }) {
  const reasonOf = ruleForms[kind].useReason();
  return <p className="quiet">{reasonOf(findLine(values, kind, entry) ?? entry ?? '', values)}</p>;
}

/** Every rule up to the one that answered: why it did not match, or that it did. */
function Steps({ steps }: Pick<SimulationAnswer, 'steps'>) {
  const t = useTexts('link-simulator');
  return (
    <ol className="links-steps" aria-label={t.steps.title}>
      {steps.map(({ rule, condition, matched, saw }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rules are ordered, and may have equal names.
        <li key={index} className={matched ? 'is-matched' : 'quiet'}>
          {matched ? <Check size={16} aria-hidden /> : <X size={16} aria-hidden />}
          <span>
            <b>{/^\d+$/.test(rule) ? t.steps.rule({ number: rule }) : rule}</b>:{' '}
            {matched
              ? t.steps.matched
              : t.steps.failed({
                  condition: t.conditions[condition as keyof typeof t.conditions] ?? condition ?? '',
                  saw: saw || t.steps.unknown,
                })}
          </span>
        </li>
      ))}
    </ol>
  );
}

function Reason({
  values,
  result: { route, entry, steps },
}: {
  values: LinkValues;
  result: SimulationAnswer;
}): ReactNode {
  const t = useTexts('link-simulator');
  const kind = kindsByRoute.get(route ?? '');
  const lines = ruleKindNames.flatMap((name) => linesOf(values, name));
  const hasRules = lines.length + values.rules.length > countUnfinished(values);
  return (
    <>
      {route?.startsWith('rule:') && <p className="quiet">{t.because.rule({ rule: route.slice('rule:'.length) })}</p>}
      {steps.length > 0 && <Steps steps={steps} />}
      {kind && <EntryReason key={kind} values={values} kind={kind} entry={entry} />}
      {route === 'default' && <p className="quiet">{t.because[hasRules ? 'otherwise' : 'everyone']}</p>}
    </>
  );
}

/** What a simulated visitor gets. */
export function SimulatorResult({
  values,
  clicks,
  result,
  error,
}: {
  values: LinkValues;
  clicks: string;
  result: SimulationAnswer | undefined;
  error: Error | undefined;
}): ReactNode {
  const t = useTexts('link-simulator');
  if (values.url.trim() === '' || error || !result) {
    return (
      <p className="links-outcome quiet">
        <CircleHelp size={16} aria-hidden />
        {values.url.trim() === '' ? t.noDestination : error && describeError(error)}
      </p>
    );
  }
  const { decision, reason, next, url, route } = result;
  const isUsedUp = values.max_clicks !== '' && Number(clicks) >= Number(values.max_clicks);
  const end = isUsedUp ? 'clicks' : 'time';
  const kind = next ?? decision;
  const stop =
    kind === 'unknown' || kind === 'limited'
      ? t[kind]
      : kind === 'gone' && t.gone[reason === 'disabled' ? 'disabled' : end];
  const unfinished = countUnfinished(values);
  return (
    <div className="links-outcome">
      {decision === 'password' && <p>{t.password}</p>}
      {stop && (
        <p className="line">
          <Ban size={16} aria-hidden /> <span>{stop}</span>
        </p>
      )}
      {url !== null && (
        <>
          <p>{route === null ? t.ended[end] : t.kinds[kind as keyof typeof t.kinds]}</p>
          <p className="line">
            <ArrowRight size={16} aria-hidden />
            <strong className="links-url">{url}</strong>
          </p>
          {route !== null && <Reason values={values} result={result} />}
          {(kind === 'frame' || kind === 'overlay') && <p className="hint">{t.frames}</p>}
        </>
      )}
      {unfinished > 0 && <p className="hint">{t.unfinished({ count: unfinished })}</p>}
    </div>
  );
}
