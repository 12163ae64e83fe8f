import { useTexts } from '../../lib/texts.ts';
import { Page } from '../../ui/page.tsx';
import { ChooseFile } from './choose-file.tsx';
import { importRun } from './import-run.ts';
import { Judged } from './judged.tsx';
import { Ended, Importing, Judging } from './under-way.tsx';

/** Imports links of another service: select a file, preview it, import it. */
export function Screen() {
  const t = useTexts('import');
  const run = importRun.use();
  return (
    <Page title={t.title}>
      <div className="import">
        {!run && <ChooseFile />}
        {run?.phase === 'judging' && <Judging run={run} />}
        {run?.phase === 'judged' && <Judged run={run} />}
        {(run?.phase === 'importing' || run?.phase === 'stopping') && <Importing run={run} />}
        {(run?.phase === 'stopped' || run?.phase === 'done') && <Ended run={run} />}
      </div>
    </Page>
  );
}
