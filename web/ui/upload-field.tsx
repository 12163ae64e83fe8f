import { ImageUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { send } from '../lib/api.ts';
import { describeError } from '../lib/error-words.ts';
import { useTexts } from '../lib/texts.ts';
import type { FieldProps } from '../lib/use-form.ts';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import { uiTexts } from './ui.texts.ts';

/** An uploaded picture: its number, and where it is seen. */
export interface Picture {
  id: number;
  url: string;
}

/** A picture from the reader's disk, uploaded when it is chosen. */
export function UploadField({
  label,
  choose,
  value,
  onChange,
  error,
}: FieldProps<Picture | null> & { label: string; choose: string }) {
  const t = useTexts(uiTexts);
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function upload(file: File | undefined): Promise<void> {
    if (!file) return;
    setBusy(true);
    setProblem(undefined);
    try {
      onChange(await send('POST /api/file', { body: file }));
    } catch (thrown) {
      setProblem(describeError(thrown));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Field label={label} error={problem ?? error} isOptional>
      {(control) => (
        <span className="line">
          {value && <img className="upload-picture" src={new URL(value.url, location.href).pathname} alt="" />}
          <input
            {...control}
            ref={input}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            className="unseen"
            tabIndex={-1}
            onChange={({ target }) => void upload(target.files?.[0])}
          />
          <Button
            icon={ImageUp}
            isBusy={isBusy}
            aria-label={`${label}: ${choose}`}
            onClick={() => input.current?.click()}
          >
            {choose}
          </Button>
          {value && (
            <Button kind="quiet" aria-label={`${label}: ${t.remove}`} onClick={() => onChange(null)}>
              {t.remove}
            </Button>
          )}
        </span>
      )}
    </Field>
  );
}
