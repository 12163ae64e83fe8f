import { Download } from 'lucide-react';
import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import type { ImportRun, RowRefusal } from './import-run.ts';
import { downloadRefusals, readReasons } from './refusals.ts';

const SHOWN = 10;

/** The first refused rows with their reasons, and a download of all of them. */
export function RefusalsList({ run, refusals }: { run: ImportRun; refusals: RowRefusal[] }) {
  const t = useTexts('import');
  const lines = refusals.slice(0, SHOWN).map((one) => ({ number: one.number, reasons: readReasons(one, t.fields) }));

  return (
    <div className="import-refusals">
      {refusals.length > SHOWN && <p className="hint">{t.firstTen}</p>}
      <ol>
        {lines.map(({ number, reasons }) => (
          <li key={number}>
            <span className="quiet number">{t.row({ number })}</span>
            <span>
              {reasons.map(({ field, text }) => (
                <span key={field + text} className="import-reason">
                  {field && <b>{field}</b>} {text}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ol>
      <Button icon={Download} onClick={() => downloadRefusals(run, refusals, t)}>
        {t.download}
      </Button>
    </div>
  );
}
