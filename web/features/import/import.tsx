import { useTexts } from '../../lib/texts.ts';
import { useCanChange } from '../../lib/workspaces.ts';
import { Page } from '../../ui/page.tsx';
import { RoleNote } from '../../ui/role-note.tsx';
import { CheckResult } from './check-result.tsx';
import { ChooseFile } from './choose-file.tsx';
import { ColumnStep } from './column-step.tsx';
import { Checking, Ended, Importing } from './import-progress.tsx';
import { checkAgain, discardFile, importRun } from './import-run.ts';
import { ServiceImport } from './service-import.tsx';

/** Imports links of another service: from a CSV file with a preview, or with their history in the background. */
export function Screen() {
  const t = useTexts('import');
  const run = importRun.use();
  const canChange = useCanChange();
  return (
    <Page title={t.title}>
      <RoleNote />
      <div className="import">
        {!run && canChange && <ChooseFile />}
        {!run && canChange && <ServiceImport />}
        {run?.phase === 'columns' && (
          <ColumnStep
            rows={run.rows}
            chosen={run.choices.columns?.chosen}
            onContinue={(chosen, query) => checkAgain({ columns: { chosen, query } })}
            onLeave={discardFile}
          />
        )}
        {run?.phase === 'checking' && <Checking run={run} />}
        {run?.phase === 'checked' && <CheckResult run={run} />}
        {(run?.phase === 'importing' || run?.phase === 'stopping') && <Importing run={run} />}
        {(run?.phase === 'stopped' || run?.phase === 'done') && <Ended run={run} />}
      </div>
    </Page>
  );
}
