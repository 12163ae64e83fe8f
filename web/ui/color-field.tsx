import { X } from 'lucide-react';
import { useTexts } from '../lib/texts.ts';
import type { FieldProps } from '../lib/use-form.ts';
import { IconButton } from './button.tsx';
import { Field } from './field.tsx';
import { uiTexts } from './ui.texts.ts';

const SHOWN_FOR_NONE = '#808080';

/** A colour as `#rrggbb`; where it is optional, '' leaves it to the house. */
export function ColorField({
  label,
  hint,
  isOptional = false,
  error,
  value,
  onChange,
  name,
}: FieldProps<string> & { label: string; hint?: string; isOptional?: boolean }) {
  const t = useTexts(uiTexts);
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional}>
      {(control) => (
        <span className="line">
          <input
            {...control}
            type="color"
            className={`color-well ${value === '' ? 'is-none' : ''}`}
            name={name}
            value={value || SHOWN_FOR_NONE}
            onChange={(event) => onChange(event.target.value)}
          />
          <code className="quiet">{value || '–'}</code>
          {isOptional && value !== '' && (
            <IconButton label={`${t.remove}: ${label}`} icon={X} onClick={() => onChange('')} />
          )}
        </span>
      )}
    </Field>
  );
}
