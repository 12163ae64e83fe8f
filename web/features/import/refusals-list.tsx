import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import type { ImportRun, RowRefusal } from './import-run.ts';
import { downloadRefusals, type Reason, readReasons } from './refusals.ts';

const SHOWN = 10;

/** The first refused rows with their reasons, and a download of all of them. */
export function RefusalsList({ run, refusals }: { run: ImportRun; refusals: RowRefusal[] }) {
  const t = useTexts('import');
  const [lines, setLines] = useState<{ number: number; reasons: Reason[] }[]>([]);

  useEffect(() => {
    let isCurrent = true;
    const first = refusals.slice(0, SHOWN);
    void Promise.all(
      first.map(async (one) => ({ number: one.number, reasons: await readReasons(one, t.fields) })),
    ).then((read) => isCurrent && setLines(read));
    return () => {
      isCurrent = false;
    };
  }, [refusals, t]);

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
      <Button icon={Download} onClick={() => void downloadRefusals(run, refusals, t)}>
        {t.download}
      </Button>
    </div>
  );
}
