import { useId } from 'react';
import type { FieldProps } from '../lib/use-form.ts';

/** A group of checkboxes. */
export function ChoicesField({
  label,
  value,
  onChange,
  error,
  options,
}: FieldProps<number[]> & { label: string; options: { value: number; label: string }[] }) {
  const id = useId();
  return (
    <fieldset className="choices" aria-describedby={error ? id : undefined}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="line">
          <input
            type="checkbox"
            checked={value.includes(option.value)}
            onChange={({ target }) =>
              onChange(target.checked ? [...value, option.value] : value.filter((other) => other !== option.value))
            }
          />
          <span className="cut">{option.label}</span>
        </label>
      ))}
      {error && (
        <p className="problem" id={id}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
