import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { ApiError, isSignedOut } from '../lib/api-error.ts';
import { describeError } from '../lib/error-words.ts';
import { useTexts } from '../lib/texts.ts';
import type { FieldProps } from '../lib/use-form.ts';
import { type ComboEntry, findEntries, findNamed } from './combo-entries.ts';
import { ComboList } from './combo-list.tsx';
import { Field } from './field.tsx';
import type { Option } from './select.tsx';

/** The problem of the name if the API refused it. */
function describeRefusal(error: unknown): string | undefined {
  if (isSignedOut(error)) return undefined;
  return (error instanceof ApiError && error.fields.name) || describeError(error);
}

interface Props extends FieldProps<string> {
  label: string;
  hint?: ReactNode;
  /** The first one, with the value `''`, is "none"; its name is the placeholder. */
  options: readonly Option<string>[];
  /** Creates an option with this name. */
  onCreate(name: string): Promise<Option<string>>;
}

/** Selects one of many options by typing a part of its name; a name that does not exist yet is created on request. */
export function ComboField({ label, hint, error, name, value, onChange, options, onCreate }: Props) {
  const t = useTexts('ui');
  const id = useId();
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  // Undefined shows the name of the selected option.
  const [typed, setTyped] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const [created, setCreated] = useState<Option<string>>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const known = created && !options.some((option) => option.value === created.value) ? [...options, created] : options;
  const selected = value === '' ? undefined : known.find((option) => option.value === value);
  const entries = findEntries(known, typed ?? '');
  const isUnknown = typed !== undefined && typed.trim() !== '' && !findNamed(known, typed);

  // The form is not submitted while a typed name is neither selected nor created.
  useEffect(() => {
    input?.setCustomValidity(isUnknown ? t.createOrSelect({ name: typed.trim() }) : '');
  }, [input, isUnknown, typed, t]);

  function open(): void {
    setOpen(true);
    setAt(Math.max(0, typed === undefined ? known.findIndex((option) => option.value === value) : 0));
  }

  function select(next: string): void {
    setTyped(undefined);
    setOpen(false);
    setProblem(undefined);
    onChange(next);
  }

  async function create(text: string): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      const option = await onCreate(text);
      setCreated(option);
      select(option.value);
    } catch (thrown) {
      setOpen(false);
      setProblem(describeRefusal(thrown));
    } finally {
      setBusy(false);
    }
  }

  function pick(entry: ComboEntry | undefined): void {
    if (entry?.kind === 'create') void create(entry.name);
    else if (entry) select(entry.option.value);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && !isOpen) open();
    else if (step !== undefined) setAt((at + step + entries.length) % Math.max(1, entries.length));
    else if (event.key === 'Enter' && isOpen) pick(entries[at]);
    else if (event.key === 'Escape' && (isOpen || typed !== undefined)) select(value);
    else return;
    event.preventDefault();
  }

  function onBlur(): void {
    setOpen(false);
    if (typed === undefined || isUnknown) return;
    select(typed.trim() === '' ? '' : (findNamed(known, typed)?.value ?? value));
  }

  return (
    <Field label={label} hint={hint} error={problem ?? error} isOptional>
      {(control) => (
        <span className="input combo">
          <input
            {...control}
            ref={setInput}
            name={name}
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            aria-autocomplete="list"
            aria-activedescendant={isOpen && entries[at] ? `${id}-${at}` : undefined}
            aria-busy={isBusy || undefined}
            autoComplete="off"
            placeholder={options.find((option) => option.value === '')?.label}
            value={typed ?? selected?.label ?? ''}
            onChange={(event) => {
              setTyped(event.target.value);
              setProblem(undefined);
              setOpen(true);
              setAt(0);
            }}
            onFocus={(event) => event.target.select()}
            onClick={({ currentTarget }) => {
              // A click would place the cursor inside the name, and typing should replace it.
              if (typed === undefined) currentTarget.select();
              open();
            }}
            onKeyDown={onKeyDown}
            onBlur={onBlur}
          />
          <ChevronDown size={16} aria-hidden />
          {isOpen && input && (
            <ComboList {...{ id, label, input, entries, at }} nameNew={t.createNamed} onPoint={setAt} onPick={pick} />
          )}
        </span>
      )}
    </Field>
  );
}
