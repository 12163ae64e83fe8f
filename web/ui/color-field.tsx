import { X } from 'lucide-react';
import { useTexts } from '../lib/texts.ts';
import type { FieldProps } from '../lib/use-form.ts';
import { IconButton } from './button.tsx';
import { Field } from './field.tsx';

const HEX = /^#[\da-f]{6}$/i;
const SHOWN_FOR_NONE = '#808080';

interface Props extends FieldProps<string> {
  label: string;
  hint?: string;
  isOptional?: boolean;
  /** The color that '' stands for, if any. */
  fallback?: string;
}

/** A color as `#rrggbb`, picked or typed; '' uses the default. */
export function ColorField({ label, hint, isOptional, error, name, value, onChange, fallback }: Props) {
  const t = useTexts('ui');
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional}>
      {(control) => (
        <span className="input mono color">
          <input
            type="color"
            className={value === '' && fallback === undefined ? 'is-none' : ''}
            aria-label={t.chooseColor({ label })}
            value={HEX.test(value) ? value : (fallback ?? SHOWN_FOR_NONE)}
            onChange={(event) => onChange(event.target.value)}
          />
          <input
            {...control}
            name={name}
            value={value}
            placeholder={fallback ?? '–'}
            maxLength={50}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => onChange(event.target.value)}
          />
          {isOptional && value !== '' && (
            <IconButton label={`${t.remove}: ${label}`} icon={X} onClick={() => onChange('')} />
          )}
        </span>
      )}
    </Field>
  );
}
