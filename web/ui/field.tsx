import { Eye, EyeOff } from 'lucide-react';
import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react';
import { useTexts } from '../lib/texts.ts';
import type { FieldProps } from '../lib/use-form.ts';
import { IconButton } from './button.tsx';
import { type Option, Select } from './select.tsx';

interface Common {
  label: string;
  /** One sentence that helps to fill in the field. */
  hint?: ReactNode;
  isOptional?: boolean;
}

interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** Label, control, hint and error; every field is built on it. */
export function Field({
  label,
  hint,
  error,
  isOptional,
  children,
}: Common & { error: string | undefined; children(control: ControlProps): ReactNode }) {
  const id = useId();
  const t = useTexts('ui');
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

/** The wrapper of a control, and the control itself. */
function split<Props extends Common & { error: string | undefined }>(props: Props) {
  const { label, hint, isOptional, error, ...control } = props;
  return [{ label, hint, isOptional, error }, control] as const;
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
  | 'list'
  | 'spellCheck'
  | 'autoCapitalize'
  | 'onBlur'
>;

/** A single-line text field; `before` appears inside it, such as the host before an alias. */
export function TextField(props: Common & FieldProps<string> & InputProps & { before?: string; isMono?: boolean }) {
  const [around, { value, onChange, before, isMono, ...input }] = split(props);
  return (
    <Field {...around}>
      {(control) => (
        <span className={`input ${isMono ? 'mono' : ''}`}>
          {before && <span className="before">{before}</span>}
          <input {...input} {...control} value={value} onChange={(event) => onChange(event.target.value)} />
        </span>
      )}
    </Field>
  );
}

/** A password field with a button that reveals the password. */
export function PasswordField(props: Common & FieldProps<string> & InputProps) {
  const [around, { value, onChange, ...input }] = split(props);
  const t = useTexts('ui');
  const [isShown, setShown] = useState(false);
  return (
    <Field {...around}>
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

/** A multi-line text field. */
export function TextAreaField(
  props: Common & FieldProps<string> & { rows?: number; placeholder?: string; maxLength?: number; isMono?: boolean },
) {
  const [around, { value, onChange, rows = 3, isMono, ...area }] = split(props);
  return (
    <Field {...around}>
      {(control) => (
        <span className={`input ${isMono ? 'mono' : ''}`}>
          <textarea
            {...area}
            {...control}
            rows={rows}
            spellCheck={isMono ? false : undefined}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        </span>
      )}
    </Field>
  );
}

/** A native select. */
export function SelectField<Value extends string>(
  props: Common & FieldProps<Value> & { options: readonly Option<Value>[] },
) {
  const [around, select] = split(props);
  return (
    <Field {...around}>
      {(control) => (
        <span className="input select">
          <Select {...select} {...control} />
        </span>
      )}
    </Field>
  );
}

/** A switch that takes effect immediately. */
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
