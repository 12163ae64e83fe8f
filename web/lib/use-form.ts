import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError, fieldsError, isSignedOut } from './api-error.ts';
import { describeUnread } from './error-words.ts';
import { noteEnd } from './query.ts';

/** What a field component takes from its form: `<TextField label="Name" {...form.field('name')} />`. */
export interface FieldProps<Value> {
  name: string;
  value: Value;
  onChange(value: Value): void;
  error: string | undefined;
}

/** A form: its values, what is wrong with them, and how it is sent. */
export interface FormState<Values> {
  values: Values;
  isBusy: boolean;
  isChanged: boolean;
  /** What is wrong with the whole, beside its fields. */
  error: Error | undefined;
  field<Name extends keyof Values & string>(name: Name): FieldProps<Values[Name]>;
  /** Changes some of the values; a function is given those of the moment. */
  set(change: Partial<Values> | ((values: Values) => Partial<Values>)): void;
  /** Shows what is wrong at the fields that it names; undefined takes it away. */
  fail(error: Error | undefined): void;
  /** Errors of fields below a name, such as `geotarget.0.link`. */
  errorOf(name: string): string | undefined;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
}

interface Options<Values> {
  initial: Values;
  /** Sends the values; what it throws is shown at the fields that it names. */
  send(values: Values): Promise<unknown>;
}

/** Whether something stands at the field itself, so that it need not be said again above the button. */
function splitError(error: Error, names: Set<string>): { fields: Record<string, string>; rest: Error | undefined } {
  if (!(error instanceof ApiError)) return { fields: {}, rest: error };
  const { fields } = error;
  const isAllShown = Object.keys(fields).length > 0 && Object.keys(fields).every((field) => names.has(field));
  return { fields, rest: isAllShown ? undefined : error };
}

/** What stands in a field but is no value, such as `1e`: the browser shows it, and hands over an empty text. */
function findUnread(form: HTMLFormElement): ApiError | undefined {
  const unread = [...form.querySelectorAll('input')].filter(({ validity }) => validity.badInput);
  if (unread.length === 0) return undefined;
  return fieldsError(Object.fromEntries(unread.map(({ name, type }) => [name, describeUnread(type)])));
}

/** Keeps the state of a form; the API is the only judge of its values, and its words are shown. */
export function useForm<Values extends object>({ initial, send }: Options<Values>): FormState<Values> {
  const [values, setValues] = useState(initial);
  const [isBusy, setBusy] = useState(false);
  const [fieldErrors, setFieldErrors] = useState<Record<string, string>>({});
  const [error, setError] = useState<Error>();
  const shown = useRef(new Set<string>());

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

  function fail(thrown: Error | undefined): void {
    // Whoever is signed out is asked to sign in, and what was typed waits for that.
    const { fields, rest } =
      thrown && !isSignedOut(thrown) ? splitError(thrown, shown.current) : { fields: {}, rest: undefined };
    setFieldErrors(fields);
    setError(rest);
  }

  function errorOf(name: string): string | undefined {
    shown.current.add(name);
    return fieldErrors[name];
  }

  return {
    values,
    isBusy,
    isChanged: JSON.stringify(values) !== JSON.stringify(initial),
    error,
    set,
    fail,
    errorOf,
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
        await send(values);
      } catch (thrown) {
        noteEnd(thrown);
        flushSync(() => fail(thrown as Error));
        // Now that the fields are marked, the first of them is where to go on.
        currentTarget.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
      } finally {
        setBusy(false);
      }
    },
  };
}
