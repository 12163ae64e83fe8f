import { Plus } from 'lucide-react';
import { useState } from 'react';
import { routingLimits } from '../../../../src/resources/links/rules/routing-limits.ts';
import { useTexts } from '../../../lib/texts.ts';
import { showToast } from '../../../lib/toasts.ts';
import type { FormState } from '../../../lib/use-form.ts';
import { Menu } from '../../../ui/menu.tsx';
import { useNextFocus } from '../../../ui/use-next-focus.ts';
import { useReorder } from '../../../ui/use-reorder.ts';
import type { LinkValues } from '../link-form.ts';
import { newCondition } from './conditions/condition-forms.ts';
import { RuleCard } from './rule-card.tsx';
import { nextKey, type RuleDraft, toggleSplit } from './rule-draft.ts';
import type { RuleWarnings } from './use-rule-warnings.ts';

type Start = keyof ReturnType<typeof useTexts<'link-routing'>>['start'];

const STARTS: readonly Start[] = ['country', 'device', 'language', 'time', 'referrer', 'split'];

function newRule(start: Start, key: number): RuleDraft {
  const empty = { key, name: '', url: '', split: undefined };
  return start === 'split' ? { ...empty, when: [], ...toggleSplit(empty) } : { ...empty, when: [newCondition(start)] };
}

/** Edits the ordered rules of a link; a moved or added rule keeps the focus and is announced. */
export function RoutingField({ form, warnings }: { form: FormState<LinkValues>; warnings: RuleWarnings }) {
  const t = useTexts('link-routing');
  const { rules } = form.values;
  const errors = form.errorsBelow('rules');
  const [added, setAdded] = useState<ReadonlySet<number>>(new Set());
  const { box, focusNext } = useNextFocus<HTMLDivElement>();
  const nameOf = (index: number) => {
    const name = rules[index]?.name.trim();
    return name ? t.ruleNamed({ position: index + 1, name }) : t.rule({ position: index + 1 });
  };
  const order = useReorder({
    keys: rules.map(({ key }) => key),
    nameOf,
    onMove(from, to) {
      const moved = rules[from];
      if (moved) form.set({ rules: rules.toSpliced(from, 1).toSpliced(to, 0, moved) });
    },
  });

  function insert(rule: RuleDraft, index: number): void {
    form.set({ rules: rules.toSpliced(index, 0, rule) });
    setAdded(new Set([...added, rule.key]));
    focusNext(`[data-key="${rule.key}"] :is(.links-parameters, .links-split) :is(input, select)`);
  }

  function remove(index: number): void {
    const rule = rules[index];
    if (!rule) return;
    form.set({ rules: rules.toSpliced(index, 1) });
    const next = rules[index + 1] ?? rules[index - 1];
    focusNext(next ? `[data-key="${next.key}"] .handle` : '.links-add-rule');
    const undo = () => form.set(({ rules: now }) => ({ rules: now.toSpliced(index, 0, rule) }));
    showToast(t.removed, { action: { name: t.undo, run: undo } });
  }

  const hasRoom = rules.length < routingLimits.rules;
  return (
    <div ref={box} className="stack">
      <p className="hint">{rules.length > 0 ? t.hint : t.empty}</p>
      {rules.length > 0 && (
        <ol className="links-routing" aria-label={t.title}>
          {rules.map((rule, index) => (
            <RuleCard
              key={rule.key}
              rule={rule}
              index={index}
              name={nameOf(index)}
              order={order}
              isNew={added.has(rule.key)}
              warning={warnings.of(index)}
              errors={errors}
              onChange={(next) => form.set({ rules: rules.with(index, next) })}
              onCopy={hasRoom ? () => insert({ ...rule, key: nextKey(rules) }, index + 1) : undefined}
              onRemove={() => remove(index)}
            />
          ))}
        </ol>
      )}
      {errors.rules && <p className="problem">{errors.rules}</p>}
      {hasRoom && (
        <div>
          <Menu
            className="button plain links-add-rule"
            label={t.add}
            edge="start"
            items={STARTS.map((start) => ({
              name: t.start[start],
              run: () => insert(newRule(start, nextKey(rules)), rules.length),
            }))}
          >
            <Plus size={16} aria-hidden />
            {t.add}
          </Menu>
        </div>
      )}
      <p className="unseen" id={order.hint.id}>
        {order.hint.text}
      </p>
      <p className="unseen" role="status">
        {order.announcement}
      </p>
    </div>
  );
}
