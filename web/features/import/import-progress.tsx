import { describeError } from '../../lib/error-words.ts';
import { useTexts } from '../../lib/texts.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { listOf, useStart } from './check-result.tsx';
import { countFileRows, discardFile, type ImportRun, stopImport } from './import-run.ts';
import { PhaseTitle } from './phase-title.tsx';
import { RefusalsList } from './refusals-list.tsx';

function Bar({ run }: { run: ImportRun }) {
  const t = useTexts('import');
  const done = countFileRows(run.chunks, run.done);
  const total = countFileRows(run.chunks);
  const words = t.progress({ done, total });
  return (
    <>
      <progress className="import-bar" value={done} max={total} aria-label={words} />
      <p className="quiet number" role="status">
        {words}
      </p>
    </>
  );
}

/** Shown while the server previews the file. */
export function Checking({ run }: { run: ImportRun }) {
  const t = useTexts('import');
  return (
    <div className="card stack">
      <PhaseTitle>{t.checking({ name: run.name })}</PhaseTitle>
      <Bar run={run} />
      <div className="form-buttons">
        <Button onClick={discardFile}>{t.other}</Button>
      </div>
    </div>
  );
}

/** Shown while the links are imported. */
export function Importing({ run }: { run: ImportRun }) {
  const t = useTexts('import');
  const isStopping = run.phase === 'stopping';
  return (
    <div className="card stack">
      <PhaseTitle>{isStopping ? t.stopping : t.importing}</PhaseTitle>
      <Bar run={run} />
      <p className="quiet">{t.keepTabOpen}</p>
      <div className="form-buttons">
        <Button isBusy={isStopping} onClick={stopImport}>
          {t.stop}
        </Button>
      </div>
    </div>
  );
}

/** The result of the import, and the next steps. */
export function Ended({ run }: { run: ImportRun }) {
  const t = useTexts('import');
  const start = useStart(run);
  const { imported, renamed, existing, refusals } = run.result;
  const isDone = run.phase === 'done';
  return (
    <div className="card stack">
      <div role="status">
        <PhaseTitle>{isDone ? t.doneTitle : t.stoppedTitle}</PhaseTitle>
        {run.failure !== undefined && <p className="problem">{describeError(run.failure)}</p>}
      </div>
      {!isDone && <Bar run={run} />}
      <ul className="import-facts">
        <li>
          {t.imported({ count: imported })}
          {renamed > 0 && ` ${t.renamed({ count: renamed })}`}
        </li>
        {existing > 0 && <li>{t.existing({ count: existing })}</li>}
        {refusals.length > 0 && (
          <li>
            {t.skipped({ count: refusals.length })}
            <RefusalsList run={run} refusals={refusals} />
          </li>
        )}
      </ul>
      <div className="form-buttons">
        <Button onClick={discardFile}>{isDone ? t.other : t.finish}</Button>
        {isDone ? (
          <ButtonLink to={listOf(run)} kind="primary">
            {t.show}
          </ButtonLink>
        ) : (
          <Button kind="primary" onClick={start}>
            {t.resume}
          </Button>
        )}
      </div>
    </div>
  );
}
