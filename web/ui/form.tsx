import type { ReactNode } from 'react';
import { describeError } from '../lib/error-words.ts';
import { useTexts } from '../lib/texts.ts';
import type { FormState } from '../lib/use-form.ts';
import { Button } from './button.tsx';

interface Props<Values> {
  form: FormState<Values>;
  /** The label of the submit button: "Create pixel". */
  submit: string;
  onCancel?(): void;
  children: ReactNode;
}

/** A form with its submit button; an error of the whole form appears above the button. */
export function Form<Values>({ form, submit, onCancel, children }: Props<Values>) {
  const t = useTexts('ui');
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
          <Button kind="primary" type="submit" isBusy={form.isBusy}>
            {submit}
          </Button>
        </div>
      </div>
    </form>
  );
}
