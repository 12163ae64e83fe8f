import { X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useTexts } from '../lib/texts.ts';
import { type ComboEntry, findEntries } from './combo-entries.ts';
import { ComboList } from './combo-list.tsx';
import type { Option } from './select.tsx';
import { readValues } from './values.ts';

interface Props {
  label: string;
  name: string;
  value: readonly string[];
  onChange(value: string[]): void;
  /** The values that are suggested. */
  options: readonly Option<string>[];
  /** Whether other values can be typed. */
  isFree?: boolean | undefined;
  /** Whether typed text is one value with its commas and spaces, instead of a list. */
  isVerbatim?: boolean | undefined;
  placeholder?: string | undefined;
  /** The name of a value on screens. */
  nameOf(value: string): string;
  /** The problem of a value, by its index. */
  problemOf(index: number): string | undefined;
  /** The problem of the list as a whole. */
  error?: string | undefined;
}

/** Several values as chips; others are found by typing a part of their name, and a pasted list is split. */
export function ValuesField(props: Props) {
  const { label, name, value, onChange, options, placeholder, nameOf, problemOf, error } = props;
  const { isFree = false, isVerbatim = false } = props;
  const t = useTexts('ui');
  const id = useId();
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const entries = findEntries(
    options.filter((option) => !value.includes(option.value)),
    typed,
  ).filter(({ kind }) => kind === 'option' || isFree);
  const problems = [...new Set([error, ...value.map((_, index) => problemOf(index))].filter(Boolean))];
  const isUnknown = typed.trim() !== '' && !isFree && readValues(typed, options, isFree).rest !== '';

  // The form is not submitted while a typed name is not one of the options.
  useEffect(() => {
    input?.setCustomValidity(isUnknown ? t.chooseFromList({ name: typed.trim() }) : '');
  }, [input, isUnknown, typed, t]);

  function add(values: string[], rest = ''): void {
    const next = [...new Set([...value, ...values])];
    if (next.length > value.length) onChange(next);
    setTyped(rest);
    setAt(0);
  }

  function read(text: string): void {
    const { values, rest } = isVerbatim
      ? { values: text === '' ? [] : [text], rest: '' }
      : readValues(text, options, isFree);
    add(values, rest);
  }

  function pick(entry: ComboEntry | undefined): void {
    if (entry?.kind === 'option') add([entry.option.value]);
    else if (entry) read(isVerbatim ? typed : entry.name);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Backspace' && typed === '') {
      if (value.length > 0) onChange(value.slice(0, -1));
      return;
    }
    if (step !== undefined && !isOpen) setOpen(true);
    else if (step !== undefined) setAt((at + step + entries.length) % Math.max(1, entries.length));
    else if (event.key === 'Enter' && isOpen && entries.length > 0) pick(entries[at]);
    else if ((event.key === 'Enter' || (event.key === ',' && !isVerbatim)) && typed.trim() !== '') read(typed);
    else if (event.key === 'Escape' && isOpen) setOpen(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function onPaste(event: ClipboardEvent): void {
    const text = event.clipboardData.getData('text');
    if (isVerbatim || !/[,;\n\t]/.test(text)) return;
    event.preventDefault();
    read(text);
  }

  return (
    <>
      <span className="input tags values">
        {value.map((word, index) => (
          <span key={word} className={`badge ${problemOf(index) ? 'danger' : ''}`}>
            <span className="cut">{nameOf(word)}</span>
            <button
              type="button"
              aria-label={`${t.remove}: ${nameOf(word)}`}
              onClick={() => {
                onChange(value.filter((_, other) => other !== index));
                input?.focus();
              }}
            >
              <X size={12} aria-hidden />
            </button>
          </span>
        ))}
        <input
          ref={setInput}
          name={name}
          role="combobox"
          aria-label={label}
          aria-expanded={isOpen && entries.length > 0}
          aria-controls={isOpen && entries.length > 0 ? id : undefined}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && entries[at] ? `${id}-${at}` : undefined}
          aria-invalid={problems.length > 0 || undefined}
          aria-describedby={problems.length > 0 ? `${id}-problem` : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder={value.length === 0 ? placeholder : undefined}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setOpen(true);
            setAt(0);
          }}
          onClick={() => setOpen(true)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onBlur={() => {
            setOpen(false);
            read(typed);
          }}
        />
        {isOpen && input && entries.length > 0 && (
          <ComboList {...{ id, label, input, entries, at }} nameNew={t.addNamed} onPoint={setAt} onPick={pick} />
        )}
      </span>
      {problems.length > 0 && (
        <p className="problem" id={`${id}-problem`}>
          {problems.join(' ')}
        </p>
      )}
    </>
  );
}
