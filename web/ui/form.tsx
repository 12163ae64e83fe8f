import type { ReactNode } from 'react';
import { describeError } from '../lib/error-words.ts';
import { useTexts } from '../lib/texts.ts';
import type { FormState } from '../lib/use-form.ts';
import { useCanChange } from '../lib/workspaces.ts';
import { Button } from './button.tsx';
import { RoleNote } from './role-note.tsx';

interface Props<Values> {
  form: FormState<Values>;
  /** The label of the submit button: "Create pixel". */
  submit: string;
  onCancel?(): void;
  /** It deletes something. */
  isDanger?: boolean;
  children: ReactNode;
}

/** The fields for users whose role may not change them, and who may. */
function ReadOnlyForm({ onClose, children }: { onClose?(): void; children: ReactNode }) {
  const t = useTexts('ui');
  return (
    <div className="form">
      <fieldset className="form-fields" disabled>
        {children}
      </fieldset>
      <div className="form-end">
        <RoleNote />
        {onClose && (
          <div className="form-buttons">
            <Button onClick={onClose}>{t.close}</Button>
          </div>
        )}
      </div>
    </div>
  );
}

/** A form with its submit button; an error of the whole form appears above the button. Without the role to submit it, it is read only. */
export function Form<Values>({ form, submit, onCancel, isDanger = false, children }: Props<Values>) {
  const t = useTexts('ui');
  if (!useCanChange()) return <ReadOnlyForm onClose={onCancel}>{children}</ReadOnlyForm>;
  return (
    <form className="form" onSubmit={form.onSubmit} noValidate>
      <div className="form-fields">{children}</div>
      <div className="form-end">
        {form.error && (
          <p className="problem" role="alert">
            {describeError(form.error)}
          </p>
        )}
        <div className="form-buttons">
          {onCancel && (
            <Button kind="quiet" onClick={onCancel}>
              {t.cancel}
            </Button>
          )}
          <Button kind={isDanger ? 'danger' : 'primary'} type="submit" isBusy={form.isBusy}>
            {submit}
          </Button>
        </div>
      </div>
    </form>
  );
}
