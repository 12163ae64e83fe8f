import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError, fieldsError, isSignedOut } from './api-error.ts';
import { adoptUnedited } from './changed-fields.ts';
import { describeUnread } from './error-words.ts';
import { noteSessionEnd } from './query.ts';

/** The props that a field receives from its form: `<TextField label="Name" {...form.field('name')} />`. */
export interface FieldProps<Value> {
  name: string;
  value: Value;
  onChange(value: Value): void;
  error: string | undefined;
}

/** A form: its values, its errors, and how to submit it. */
export interface FormState<Values> {
  values: Values;
  isBusy: boolean;
  isChanged: boolean;
  /** The error of the form as a whole. */
  error: Error | undefined;
  field<Name extends keyof Values & string>(name: Name): FieldProps<Values[Name]>;
  /** Changes some values; a function receives the current ones. */
  set(change: Partial<Values> | ((values: Values) => Partial<Values>)): void;
  /** Shows an error at the fields that it names; undefined clears it. */
  fail(error: Error | undefined): void;
  /** Errors of fields below a name, such as `geotarget.0.link`. */
  errorOf(name: string): string | undefined;
  /** The errors of a field and of all fields below it, for a component that shows every one of them. */
  errorsBelow(name: string): Record<string, string>;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
}

interface Options<Values> {
  /** The saved values; when they change while the form is open, the fields that the user did not edit adopt them. */
  initial: Values;
  /** Submits the values, of which an update sends what differs from `saved`; errors that it throws are shown at the fields that they name. */
  send(values: Values, saved: Values): Promise<unknown>;
}

/** Splits an error into those of single fields and the rest; nothing remains if visible fields show all of it. */
function splitError(
  error: Error,
  isShown: (field: string) => boolean,
): { fields: Record<string, string>; rest: Error | undefined } {
  if (!(error instanceof ApiError)) return { fields: {}, rest: error };
  const { fields } = error;
  const isAllShown = Object.keys(fields).length > 0 && Object.keys(fields).every(isShown);
  return { fields, rest: isAllShown ? undefined : error };
}

function isBelow(field: string, name: string): boolean {
  return field === name || field.startsWith(`${name}.`);
}

/** Input that is not a value: the browser cannot parse it, such as `1e` in a number field, or the field itself refuses it. */
function findUnread(form: HTMLFormElement): ApiError | undefined {
  const unread = [...form.querySelectorAll('input')].filter(
    ({ validity }) => validity.badInput || validity.customError,
  );
  if (unread.length === 0) return undefined;
  const describe = ({ validity, validationMessage, type }: HTMLInputElement) =>
    validity.customError ? validationMessage : describeUnread(type);
  return fieldsError(Object.fromEntries(unread.map((input) => [input.name, describe(input)])));
}

/** Keeps the state of a form; only the API validates its values. */
export function useForm<Values extends object>({ initial, send }: Options<Values>): FormState<Values> {
  const [values, setValues] = useState(initial);
  const [saved, setSaved] = useState(initial);
  const [isBusy, setBusy] = useState(false);
  const [fieldErrors, setFieldErrors] = useState<Record<string, string>>({});
  const [error, setError] = useState<Error>();
  const shown = useRef(new Set<string>());
  const shownBelow = useRef(new Set<string>());
  if (JSON.stringify(initial) !== JSON.stringify(saved)) {
    setSaved(initial);
    setValues(adoptUnedited(saved, initial, values));
  }

  function set(change: Partial<Values> | ((values: Values) => Partial<Values>)): void {
    if (typeof change === 'function') {
      setValues((before) => ({ ...before, ...change(before) }));
      return;
    }
    setValues((before) => ({ ...before, ...change }));
    const names = Object.keys(change);
    setFieldErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([field]) => !names.includes(field.split('.')[0] ?? ''))),
    );
  }

  function isShown(field: string): boolean {
    return shown.current.has(field) || [...shownBelow.current].some((name) => isBelow(field, name));
  }

  function fail(thrown: Error | undefined): void {
    // After a lost session the user signs in again, and the input stays.
    const { fields, rest } =
      thrown && !isSignedOut(thrown) ? splitError(thrown, isShown) : { fields: {}, rest: undefined };
    setFieldErrors(fields);
    setError(rest);
  }

  function errorOf(name: string): string | undefined {
    shown.current.add(name);
    return fieldErrors[name];
  }

  function errorsBelow(name: string): Record<string, string> {
    shownBelow.current.add(name);
    return Object.fromEntries(Object.entries(fieldErrors).filter(([field]) => isBelow(field, name)));
  }

  return {
    values,
    isBusy,
    isChanged: JSON.stringify(values) !== JSON.stringify(saved),
    error,
    set,
    fail,
    errorOf,
    errorsBelow,
    field: (name) => ({
      name,
      value: values[name],
      onChange: (value) => set({ [name]: value } as unknown as Partial<Values>),
      error: errorOf(name),
    }),
    async onSubmit(event) {
      event.preventDefault();
      const { currentTarget } = event;
      if (isBusy) return;
      setBusy(true);
      fail(undefined);
      try {
        const unread = findUnread(currentTarget);
        if (unread) throw unread;
        await send(values, saved);
      } catch (thrown) {
        noteSessionEnd(thrown);
        flushSync(() => fail(thrown as Error));
        // Focuses the first field with an error, now that the errors are shown.
        currentTarget.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
      } finally {
        setBusy(false);
      }
    },
  };
}
