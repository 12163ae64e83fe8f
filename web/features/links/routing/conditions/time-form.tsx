import { useMemo } from 'react';
import { findTimeZone, UTC_ZONE } from '../../../../../src/lib/time-zone.ts';
import { currentZone } from '../../../../lib/time-zone.ts';
import { SelectField, TextField } from '../../../../ui/field.tsx';
import { dayName, useRuleWords, weekDays } from '../rule-words.ts';
import type { ConditionForm, ConditionInputProps } from './condition-form.ts';

/** `2026-05-01 09:00:00` as the value of a `datetime-local` input. */
function toInput(text = ''): string {
  return text.replace(' ', 'T').slice(0, 16);
}

function isPast(before: string, zone: string): boolean {
  const local = Date.parse(`${toInput(before)}Z`);
  return (findTimeZone(zone) ?? UTC_ZONE).fromLocal(local) <= Date.now();
}

function Days({ condition: { days = [] }, path, onChange, errorOf }: ConditionInputProps) {
  const { t, locale } = useRuleWords();
  const problem = errorOf(`${path}.days`) ?? days.map((_, at) => errorOf(`${path}.days.${at}`)).find(Boolean);
  return (
    <fieldset className="links-days">
      <legend>{t.days}</legend>
      {weekDays.map((day) => (
        <label key={day}>
          <input
            type="checkbox"
            checked={days.includes(day)}
            aria-invalid={problem ? true : undefined}
            onChange={({ target }) =>
              onChange({ days: weekDays.filter((other) => (other === day ? target.checked : days.includes(other))) })
            }
          />
          <span>{dayName(day, locale)}</span>
        </label>
      ))}
      {problem && <p className="problem">{problem}</p>}
    </fieldset>
  );
}

function TimeInput(props: ConditionInputProps) {
  const { condition, path, onChange, errorOf } = props;
  const { t } = useRuleWords();
  const { zone = 'UTC', before } = condition;
  const zones = useMemo(() => [...new Set(['UTC', zone, ...Intl.supportedValuesOf('timeZone')])], [zone]);
  const field = (name: 'from' | 'to' | 'after' | 'before', toValue: (text?: string) => string) => ({
    label: t[name],
    name: `${path}.${name}`,
    value: toValue(condition[name]),
    onChange: (value: string) => onChange({ [name]: value }),
    error: errorOf(`${path}.${name}`),
  });
  const asTyped = (text = '') => text;
  return (
    <>
      <Days {...props} />
      <div className="links-pair">
        <TextField {...field('from', asTyped)} type="time" />
        <TextField {...field('to', asTyped)} type="time" />
      </div>
      <p className="hint">{t.toHint}</p>
      <div className="links-pair">
        <TextField {...field('after', toInput)} type="datetime-local" />
        <TextField {...field('before', toInput)} type="datetime-local" />
      </div>
      <SelectField
        label={t.zone}
        name={`${path}.zone`}
        value={zone}
        onChange={(name) => onChange({ zone: name })}
        error={errorOf(`${path}.zone`)}
        options={zones.map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))}
      />
      {before && !condition.not && isPast(before, zone) && <p className="links-caution">{t.past}</p>}
    </>
  );
}

export const timeForm: ConditionForm = {
  Input: TimeInput,
  start: () => ({ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:00', zone: currentZone().name }),
};
