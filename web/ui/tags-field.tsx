import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { useTexts } from '../lib/texts.ts';
import type { FieldProps } from '../lib/use-form.ts';
import { Field } from './field.tsx';

/** Splits a text at its commas and removes duplicates. */
export function splitTags(text: string): string[] {
  const words = text.split(',').map((word) => word.trim());
  return [...new Set(words.filter(Boolean))];
}

/** Several tags; Enter or a comma ends one. Existing tags are suggested. */
export function TagsField({
  label,
  hint,
  name,
  value,
  onChange,
  error,
  known = [],
}: FieldProps<string[]> & { label: string; hint?: ReactNode; known?: readonly string[] }) {
  const id = useId();
  const t = useTexts('ui');
  const [text, setText] = useState('');

  function add(): void {
    const words = splitTags(text);
    if (words.length > 0) onChange([...new Set([...value, ...words])]);
    setText('');
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Backspace' && text === '') onChange(value.slice(0, -1));
    else if ((event.key === 'Enter' || event.key === ',') && text.trim() !== '') {
      event.preventDefault();
      add();
    }
  }

  return (
    <Field label={label} hint={hint} error={error} isOptional>
      {(control) => (
        <span className="input tags">
          {value.map((word) => (
            <span key={word} className="badge">
              <span className="cut">{word}</span>
              <button
                type="button"
                aria-label={`${t.remove}: ${word}`}
                onClick={() => onChange(value.filter((other) => other !== word))}
              >
                <X size={12} aria-hidden />
              </button>
            </span>
          ))}
          <input
            {...control}
            name={name}
            value={text}
            maxLength={50}
            list={id}
            autoComplete="off"
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
            onBlur={add}
          />
          <datalist id={id}>
            {known
              .filter((word) => !value.includes(word))
              .map((word) => (
                <option key={word} value={word} />
              ))}
          </datalist>
        </span>
      )}
    </Field>
  );
}
