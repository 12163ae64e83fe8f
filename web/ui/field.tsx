import { Eye, EyeOff } from 'lucide-react';
import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react';
import { useTexts } from '../lib/texts.ts';
import type { FieldProps } from '../lib/use-form.ts';
import { IconButton } from './button.tsx';
import { uiTexts } from './ui.texts.ts';

interface Common {
  label: string;
  /** One sentence that helps to fill it in. */
  hint?: ReactNode;
  isOptional?: boolean;
}

interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** Label, control, hint and what is wrong; every field is one of these. */
export function Field({
  label,
  hint,
  error,
  isOptional,
  children,
}: Common & { error: string | undefined; children(control: ControlProps): ReactNode }) {
  const id = useId();
  const t = useTexts(uiTexts);
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {isOptional && <span className="optional"> {t.optional}</span>}
      </label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {error && (
        <p className="problem" id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

type InputProps = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  | 'type'
  | 'placeholder'
  | 'autoComplete'
  | 'autoFocus'
  | 'required'
  | 'maxLength'
  | 'inputMode'
  | 'min'
  | 'max'
  | 'spellCheck'
  | 'autoCapitalize'
  | 'onBlur'
>;

/** A line of text; `before` stands inside it, such as the host before an alias. */
export function TextField({
  label,
  hint,
  isOptional,
  error,
  value,
  onChange,
  before,
  isMono,
  ...input
}: Common & FieldProps<string> & InputProps & { before?: string; isMono?: boolean }) {
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional}>
      {(control) => (
        <span className={`input ${isMono ? 'mono' : ''}`}>
          {before && <span className="before">{before}</span>}
          <input {...input} {...control} value={value} onChange={(event) => onChange(event.target.value)} />
        </span>
      )}
    </Field>
  );
}

/** A password, which can be looked at. */
export function PasswordField({
  label,
  hint,
  isOptional,
  error,
  value,
  onChange,
  ...input
}: Common & FieldProps<string> & InputProps) {
  const t = useTexts(uiTexts);
  const [isShown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional}>
      {(control) => (
        <span className="input">
          <input
            {...input}
            {...control}
            type={isShown ? 'text' : 'password'}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          <IconButton
            label={isShown ? t.hidePassword : t.showPassword}
            icon={isShown ? EyeOff : Eye}
            onClick={() => setShown(!isShown)}
          />
        </span>
      )}
    </Field>
  );
}

/** Several lines of text. */
export function TextAreaField({
  label,
  hint,
  isOptional,
  error,
  value,
  onChange,
  name,
  rows = 3,
  ...rest
}: Common & FieldProps<string> & { rows?: number; placeholder?: string; maxLength?: number }) {
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional}>
      {(control) => (
        <span className="input">
          <textarea
            {...rest}
            {...control}
            name={name}
            rows={rows}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        </span>
      )}
    </Field>
  );
}

/** One of several. */
export interface Option<Value extends string> {
  value: Value;
  label: string;
}

/** A choice, in the browser's own list. */
export function SelectField<Value extends string>({
  label,
  hint,
  isOptional,
  error,
  value,
  onChange,
  name,
  options,
}: Common & FieldProps<Value> & { options: readonly Option<Value>[] }) {
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional}>
      {(control) => (
        <span className="input select">
          <select {...control} name={name} value={value} onChange={(event) => onChange(event.target.value as Value)}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        </span>
      )}
    </Field>
  );
}

/** On or off, at once. */
export function SwitchField({
  label,
  hint,
  error,
  value,
  onChange,
  name,
}: Omit<Common, 'isOptional'> & FieldProps<boolean>) {
  const id = useId();
  return (
    <div className="field switch-field">
      <label htmlFor={id}>{label}</label>
      <input
        type="checkbox"
        role="switch"
        className="switch"
        id={id}
        name={name}
        checked={value}
        aria-checked={value}
        aria-describedby={hint || error ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      {(hint || error) && (
        <p className={error ? 'problem' : 'hint'} id={`${id}-hint`}>
          {error ?? hint}
        </p>
      )}
    </div>
  );
}
