import { ArrowDown, ArrowUp, ChevronRight, Copy, GripVertical, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { routingLimits } from '../../../../src/resources/links/rules/routing-limits.ts';
import { useTexts } from '../../../lib/texts.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { useNextFocus } from '../../../ui/use-next-focus.ts';
import type { useReorder } from '../../../ui/use-reorder.ts';
import { ConditionRow } from './condition-row.tsx';
import { newCondition } from './conditions/condition-forms.ts';
import { DestinationField } from './destination-field.tsx';
import type { ConditionDraft, RuleDraft } from './rule-draft.ts';
import { RuleSummary } from './rule-summary.tsx';

interface Props {
  rule: RuleDraft;
  index: number;
  name: string;
  order: ReturnType<typeof useReorder>;
  isNew: boolean;
  /** Why the rule never answers. */
  warning: string | undefined;
  /** Errors of the API by field. */
  errors: Readonly<Record<string, string>>;
  onChange(rule: RuleDraft): void;
  onCopy: (() => void) | undefined;
  onRemove(): void;
}

function RuleFields({ rule, index, errors, onChange }: Pick<Props, 'rule' | 'index' | 'errors' | 'onChange'>) {
  const t = useTexts('link-routing');
  const path = `rules.${index}`;
  const errorOf = (field: string): string | undefined => errors[field];
  const change = (part: Partial<RuleDraft>) => onChange({ ...rule, ...part, isSkipped: false });
  const setConditions = (when: ConditionDraft[]) => change({ when });
  const problem = errorOf(`${path}.when`) ?? errorOf(path);
  const { box, focusNext } = useNextFocus<HTMLDivElement>();

  function add(): void {
    setConditions([...rule.when, newCondition('country')]);
    focusNext('.links-condition:last-child select');
  }

  function remove(at: number): void {
    setConditions(rule.when.filter((_, place) => place !== at));
    focusNext('.links-add-condition');
  }

  return (
    <div ref={box} className="stack links-rule-fields">
      {rule.when.length === 0 && <p className="hint">{t.noConditions}</p>}
      {rule.when.length > 0 && (
        <ul className="links-conditions">
          {rule.when.map((condition, at) => (
            <ConditionRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a condition has no identity but its index while it is edited.
              key={at}
              condition={condition}
              path={`${path}.when.${at}`}
              isFirst={at === 0}
              onChange={(next) => setConditions(rule.when.map((other, place) => (place === at ? next : other)))}
              onRemove={() => remove(at)}
              errorOf={errorOf}
            />
          ))}
        </ul>
      )}
      {problem && <p className="problem">{problem}</p>}
      {rule.when.length < routingLimits.conditions && (
        <div>
          <Button icon={Plus} kind="quiet" className="links-add-condition" onClick={add}>
            {t.addCondition}
          </Button>
        </div>
      )}
      <DestinationField rule={rule} path={path} onChange={change} errorOf={errorOf} />
      <TextField
        label={t.name}
        hint={t.nameHint}
        isOptional
        name={`${path}.name`}
        value={rule.name}
        maxLength={routingLimits.name}
        onChange={(name) => change({ name })}
        error={errorOf(`${path}.name`)}
      />
    </div>
  );
}

/** One rule as a sentence; it opens to be edited, and moves by its handle. */
export function RuleCard({ rule, index, name, order, isNew, warning, errors, onChange, onCopy, onRemove }: Props) {
  const t = useTexts('link-routing');
  const ui = useTexts('ui');
  const [isChosen, setChosen] = useState(isNew);
  const own = Object.keys(errors).filter((field) => field === `rules.${index}` || field.startsWith(`rules.${index}.`));
  const isReadable = rule.kept === undefined;
  // A card that an error opened stays open when the error is gone.
  if (own.length > 0 && !isChosen) setChosen(true);
  const isOpen = isReadable && isChosen;
  const look = order.styleOf(index);
  const id = `links-rule-${rule.key}`;
  const lead = isReadable ? <RuleSummary rule={rule} index={index} isShort={isOpen} /> : <span>{t.unknownRule}</span>;
  return (
    <li className={`links-rule-card ${look.className}`} style={look.style} data-key={rule.key}>
      <div className="links-rule-head">
        <IconButton {...order.handleOf(index)} label={ui.reorder({ name })} icon={GripVertical} className="handle" />
        {isReadable ? (
          <button
            type="button"
            className="links-toggle"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setChosen(!isOpen)}
          >
            <ChevronRight className="links-arrow" size={16} aria-hidden />
            {lead}
          </button>
        ) : (
          <span className="links-toggle">{lead}</span>
        )}
        <Menu
          label={t.actionsOf({ name })}
          items={[
            { name: t.up, icon: ArrowUp, run: () => order.move(index, index - 1) },
            { name: t.down, icon: ArrowDown, run: () => order.move(index, index + 1) },
            ...(onCopy ? [{ name: t.duplicate, icon: Copy, run: onCopy }] : []),
            { name: t.remove, icon: Trash2, isDanger: true, run: onRemove },
          ]}
        />
      </div>
      {rule.isSkipped && <p className="links-caution">{t.skipped}</p>}
      {warning && <p className="links-caution">{warning}</p>}
      {!isReadable && own.length > 0 && <p className="problem">{own.map((field) => errors[field]).join(' ')}</p>}
      {isOpen && (
        <div id={id}>
          <RuleFields rule={rule} index={index} errors={errors} onChange={onChange} />
        </div>
      )}
    </li>
  );
}
