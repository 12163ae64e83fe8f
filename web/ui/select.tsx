import type { SelectHTMLAttributes } from 'react';

/** One option. */
export interface Option<Value extends string> {
  value: Value;
  label: string;
}

interface Props<Value extends string> extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'value' | 'onChange'> {
  value: Value;
  options: readonly Option<Value>[];
  onChange(value: Value): void;
}

/** The native select that all other selects are built on. */
export function Select<Value extends string>({ options, onChange, ...rest }: Props<Value>) {
  return (
    <select {...rest} onChange={(event) => onChange(event.target.value as Value)}>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
