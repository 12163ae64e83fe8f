import { ChevronDown, Plus } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { ApiError, isSignedOut } from '../lib/api-error.ts';
import { describeError } from '../lib/error-words.ts';
import { useTexts } from '../lib/texts.ts';
import type { FieldProps } from '../lib/use-form.ts';
import { type ComboEntry, findEntries, findNamed } from './combo-entries.ts';
import { Field } from './field.tsx';
import { place } from './menu.tsx';
import type { Option } from './select.tsx';

const MAX_HEIGHT = 320;

/** The problem of the name if the API refused it. */
function describeRefusal(error: unknown): string | undefined {
  if (isSignedOut(error)) return undefined;
  return (error instanceof ApiError && error.fields.name) || describeError(error);
}

interface ListProps {
  id: string;
  label: string;
  input: HTMLInputElement;
  entries: ComboEntry[];
  /** The index of the highlighted entry. */
  at: number;
  onPoint(at: number): void;
  onPick(entry: ComboEntry): void;
}

/** The list below the input, above everything else on the screen. */
function ComboList({ id, label, input, entries, at, onPoint, onPick }: ListProps) {
  const t = useTexts('ui');
  const list = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a list with other entries has another height.
  useLayoutEffect(() => {
    const field = input.parentElement ?? input;
    function move(): void {
      if (!list.current) return;
      list.current.style.width = `${field.offsetWidth}px`;
      place(list.current, field, 'start');
      list.current.style.maxHeight = `${Math.min(MAX_HEIGHT, Number.parseFloat(list.current.style.maxHeight))}px`;
    }
    if (!list.current?.matches(':popover-open')) list.current?.showPopover();
    move();
    const onScroll = ({ target }: Event) => target !== list.current && move();
    addEventListener('scroll', onScroll, true);
    return () => removeEventListener('scroll', onScroll, true);
  }, [input, entries.length]);

  return (
    <div ref={list} id={id} popover="manual" role="listbox" aria-label={label} className="combo-list">
      {entries.map((entry, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps the focus and handles the keys.
        <div
          key={entry.kind === 'create' ? 'create' : entry.option.value}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          ref={(element) => {
            if (index === at) element?.scrollIntoView({ block: 'nearest' });
          }}
          onPointerMove={() => index !== at && onPoint(index)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(entry)}
        >
          {entry.kind === 'create' && <Plus size={16} aria-hidden />}
          <span className="cut">
            {entry.kind === 'create' ? t.createNamed({ name: entry.name }) : entry.option.label}
          </span>
        </div>
      ))}
    </div>
  );
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
          {isOpen && input && <ComboList {...{ id, label, input, entries, at }} onPoint={setAt} onPick={pick} />}
        </span>
      )}
    </Field>
  );
}
