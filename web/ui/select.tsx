import type { SelectHTMLAttributes } from 'react';

/** One of several. */
export interface Option<Value extends string> {
  value: Value;
  label: string;
}

interface Props<Value extends string> extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'value' | 'onChange'> {
  value: Value;
  options: readonly Option<Value>[];
  onChange(value: Value): void;
}

/** The browser's own list of choices; every other select is made of it. */
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
