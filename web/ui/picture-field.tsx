import { ImageIcon, X } from 'lucide-react';
import { useState } from 'react';
import { send } from '../lib/api.ts';
import { describeError } from '../lib/error-words.ts';
import { useApi } from '../lib/query.ts';
import { useTexts } from '../lib/texts.ts';
import type { FieldProps } from '../lib/use-form.ts';
import { IconButton } from './button.tsx';
import { Field } from './field.tsx';

const ALL = { query: { limit: 1000 } };
const TYPES = ['image/png', 'image/jpeg'];

/** The URL of an uploaded image by its id; undefined until it is known. */
function usePictureUrl(value: string, sent: Record<string, string>): string | undefined {
  const isUnknown = /^\d+$/.test(value) && sent[value] === undefined;
  const { data } = useApi('GET /api/files', ALL, { isEnabled: isUnknown });
  const url = sent[value] ?? data?.data.files.find(({ id }) => String(id) === value)?.url;
  return url && new URL(url).pathname;
}

/** Uploads an image as soon as it is selected; the value is its id, or '' for none. `onSent` receives its URL. */
export function PictureField({
  label,
  hint,
  isOptional,
  error,
  name,
  value,
  onChange,
  onSent,
}: FieldProps<string> & { label: string; hint?: string; isOptional?: boolean; onSent?(url: string): void }) {
  const t = useTexts('ui');
  const [sent, setSent] = useState<Record<string, string>>({});
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const url = usePictureUrl(value, sent);

  async function upload(file: File): Promise<void> {
    if (!TYPES.includes(file.type)) {
      setFailure(t.noPicture);
      return;
    }
    setBusy(true);
    setFailure(undefined);
    try {
      const picture = await send('POST /api/file', { body: file });
      setSent((before) => ({ ...before, [picture.id]: picture.url }));
      onChange(String(picture.id));
      onSent?.(picture.url);
    } catch (thrown) {
      setFailure(describeError(thrown));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Field label={label} hint={hint ?? t.pictureHint} isOptional={isOptional} error={failure ?? error}>
      {(control) => (
        <span className="picture-field">
          {url ? <img src={url} alt="" /> : <ImageIcon size={20} aria-hidden />}
          <input
            {...control}
            className="unseen"
            type="file"
            name={name}
            accept={TYPES.join()}
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              target.value = '';
              if (file) void upload(file);
            }}
          />
          <label className="button plain" htmlFor={control.id} aria-busy={isBusy || undefined}>
            {value === '' ? t.choosePicture : t.otherPicture}
          </label>
          {value !== '' && <IconButton label={t.removePicture({ label })} icon={X} onClick={() => onChange('')} />}
        </span>
      )}
    </Field>
  );
}
