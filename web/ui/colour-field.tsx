import { useTexts } from '../lib/texts.ts';
import type { FieldProps } from '../lib/use-form.ts';
import { Field } from './field.tsx';
import { uiTexts } from './ui.texts.ts';

const HEX = /^#[\da-f]{6}$/i;

/** A colour as `#rrggbb`, chosen or typed; '' stands for `fallback`. */
export function ColourField({
  label,
  hint,
  error,
  name,
  value,
  onChange,
  fallback,
}: FieldProps<string> & { label: string; hint?: string; fallback: string }) {
  const t = useTexts(uiTexts);
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <span className="input mono colour">
          <input
            type="color"
            aria-label={t.chooseColour(label)}
            value={HEX.test(value) ? value : fallback}
            onChange={(event) => onChange(event.target.value)}
          />
          <input
            {...control}
            name={name}
            value={value}
            placeholder={fallback}
            maxLength={50}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => onChange(event.target.value)}
          />
        </span>
      )}
    </Field>
  );
}
