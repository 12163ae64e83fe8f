import { QrCode } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useTexts } from '../../lib/texts.ts';
import type { Preview } from '../../lib/use-preview.ts';
import { Downloads } from './downloads.tsx';
import type { QrDetails } from './qr-form.ts';
import { ReadabilityNote } from './readability.tsx';

interface Props {
  preview: Preview<'POST /api/qr/preview'>;
  isExample: boolean;
  name: string;
  /** The files of the saved code. */
  children: ReactNode;
}

/** The downloads of the last saved code, and its scans. */
export function SavedFiles({ code, unique, isChanged }: { code: QrDetails; unique: number; isChanged: boolean }) {
  const t = useTexts('qr');
  const format = useFormat();
  return (
    <section className="card qr-files">
      <h2>{t.download}</h2>
      <Downloads code={code} />
      {isChanged && <p className="hint">{t.unsaved}</p>}
      {code.dynamic ? (
        <dl className="qr-facts">
          <dt>{t.scans}</dt>
          <dd className="number">{format.number(code.scans)}</dd>
          <dt>{t.unique}</dt>
          <dd className="number">{format.number(unique)}</dd>
        </dl>
      ) : (
        <p className="hint">{t.notCounted}</p>
      )}
    </section>
  );
}

/** The current preview, its readability, and `children` below. */
export function StudioSide({ preview, isExample, name, children }: Props) {
  const t = useTexts('qr');
  const svg = preview.answer?.svg;
  return (
    <aside className="qr-side" aria-label={t.preview}>
      <div className="card qr-look">
        {svg === undefined ? (
          <span className="qr-picture qr-none">
            <QrCode size={48} aria-hidden />
          </span>
        ) : (
          <img
            className={`qr-picture ${preview.error ? 'is-old' : ''}`}
            src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
            alt={t.pictureOf({ name: name || t.add })}
            aria-busy={preview.isBehind}
          />
        )}
        <ReadabilityNote preview={preview} isExample={isExample} />
      </div>
      {children}
    </aside>
  );
}
