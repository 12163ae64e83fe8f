import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { type RuleKindName, ruleKinds } from '../../../../src/resources/links/rules/rule-kinds.ts';
import { useTexts } from '../../../lib/texts.ts';
import type { FormState } from '../../../lib/use-form.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import type { LinkValues } from '../link-form.ts';
import { ruleForms } from './rule-forms.ts';
import { linesOf, type RuleLine, ruleKindNames, toRuleValues } from './rule-lines.ts';

/** One sentence: "In Canada → example.ca". */
function Sentence({
  lead,
  children,
  link,
  onLink,
  onRemove,
  problems,
  isWrong,
  isShadowed,
}: {
  lead: string;
  children: ReactNode;
  link: string;
  onLink(link: string): void;
  onRemove(): void;
  problems: string[];
  isWrong: boolean;
  isShadowed: boolean;
}) {
  const t = useTexts('link-form');
  const ui = useTexts('ui');
  return (
    <li className="links-rule">
      <span className="links-lead">{lead}</span>
      {children}
      <span aria-hidden>→</span>
      <span className="input grow">
        <input
          type="url"
          aria-label={t.goTo}
          aria-invalid={isWrong || undefined}
          placeholder="https://"
          value={link}
          onChange={(event) => onLink(event.target.value)}
        />
      </span>
      <IconButton label={ui.remove} icon={X} onClick={onRemove} />
      {problems.map((problem) => (
        <p key={problem} className="problem">
          {problem}
        </p>
      ))}
      {isShadowed && problems.length === 0 && <p className="links-caution">{t.shadowed}</p>}
    </li>
  );
}

interface Props {
  form: FormState<LinkValues>;
  /** The id of the datalist of countries. */
  countries: string;
}

/** The rules of one kind. */
function RuleList({ form, countries, kind }: Props & { kind: RuleKindName }) {
  const { Input, findShadowed } = ruleForms[kind];
  const { lead } = useTexts('link-rules')[kind];
  const { field } = ruleKinds[kind];
  const lines = linesOf(form.values, kind);
  const inUse = lines.map(({ text }) => text);
  const shadowed = findShadowed(lines);
  const save = (next: RuleLine[]) => form.set(toRuleValues(kind, next));
  return lines.map((line, index) => {
    const change = (part: Partial<RuleLine>) =>
      save(lines.map((other, at) => (at === index ? { ...other, ...part } : other)));
    // The errors in the order of the fields in the line.
    const [whole, condition, link] = ['', `.${kind}`, '.link'].map((part) => form.errorOf(`${field}.${index}${part}`));
    const problems = [whole, condition, link].filter((problem) => problem !== undefined);
    return (
      <Sentence
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity but its index while it is typed.
        key={index}
        lead={lead}
        link={line.link}
        onLink={(next) => change({ link: next })}
        onRemove={() => save(lines.filter((_, at) => at !== index))}
        problems={[...new Set(problems)]}
        isWrong={link !== undefined}
        isShadowed={shadowed.includes(index)}
      >
        <Input
          value={line.text}
          onChange={(text) => change({ text })}
          isWrong={condition !== undefined}
          inUse={inUse}
          countries={countries}
        />
      </Sentence>
    );
  });
}

function AddRule({ form, kind }: Pick<Props, 'form'> & { kind: RuleKindName }) {
  const { newText } = ruleForms[kind];
  const { add } = useTexts('link-rules')[kind];
  const lines = linesOf(form.values, kind);
  const next = () => ({ text: newText(lines.map(({ text }) => text)), link: '' });
  return (
    <Button icon={Plus} onClick={() => form.set(toRuleValues(kind, [...lines, next()]))}>
      {add}
    </Button>
  );
}

/** Edits the rules of a link as sentences, kind by kind in the order in which a redirect tries them. */
export function RulesField({ form, countries, caution }: Props & { caution: string | undefined }) {
  const t = useTexts('link-form');
  return (
    <div className="stack">
      <p className="hint">{t.targetingHint}</p>
      <ul className="links-rules">
        {ruleKindNames.map((kind) => (
          <RuleList key={kind} form={form} countries={countries} kind={kind} />
        ))}
        <li className="links-rule">
          <span className="links-lead">{t.otherwise}</span>
          <span aria-hidden>→</span>
          <span className="cut quiet grow">{form.values.url}</span>
          {caution && <p className="links-caution">{caution}</p>}
        </li>
      </ul>
      <div className="line wraps">
        {ruleKindNames.map((kind) => (
          <AddRule key={kind} form={form} kind={kind} />
        ))}
      </div>
    </div>
  );
}
