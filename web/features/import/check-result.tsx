import { type FormEvent, useId } from 'react';
import { navigate } from '../../lib/router.tsx';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { TextField } from '../../ui/field.tsx';
import { ImportDomainField } from './domain-field.tsx';
import {
  type Choices,
  checkAgain,
  choose,
  chooseColumns,
  countFileRows,
  discardFile,
  type ImportRun,
  type Sum,
  startImport,
} from './import-run.ts';
import { PhaseTitle } from './phase-title.tsx';
import { RefusalsList } from './refusals-list.tsx';
import { UnknownDomain } from './unknown-domain.tsx';

/** The list that shows the imported links. */
export function listOf({ choices }: ImportRun): string {
  return choices.tag === '' ? '/links' : `/links?tag=${encodeURIComponent(choices.tag)}`;
}

/** Starts or continues the import; a notification reports the end if the user has left the screen. */
export function useStart(run: ImportRun): () => void {
  const t = useTexts('import');
  return () =>
    void startImport(({ imported }: Sum) => {
      if (location.pathname.endsWith('/links/import')) return;
      showToast(t.imported({ count: imported }), {
        lastsMs: 8_000,
        action: { name: t.show, run: () => navigate(listOf(run)) },
      });
    });
}

/** What to do with links whose alias is taken. */
function TakenChoice({ value }: { value: Choices['taken'] }) {
  const t = useTexts('import');
  const name = useId();
  return (
    <fieldset className="import-taken">
      <legend className="unseen">{t.takenChoice}</legend>
      {(['skip', 'rename'] as const).map((taken) => (
        <label key={taken} className="line">
          <input type="radio" name={name} checked={value === taken} onChange={() => choose({ taken })} />
          {t[taken]}
        </label>
      ))}
    </fieldset>
  );
}

/** Previews the import and offers its options. */
export function CheckResult({ run }: { run: ImportRun }) {
  const t = useTexts('import');
  const start = useStart(run);
  const { checked, choices, failure } = run;
  const plain = checked.imported - checked.renamed;
  const isAnswered = Object.keys(checked.unknownDomains).every((domain) => choices.toMainHost.includes(domain));
  const importCount = choices.taken === 'rename' ? checked.imported : plain;

  if (failure !== undefined) {
    return (
      <>
        <FailureNotice error={failure as Error} onRetry={() => checkAgain()} />
        <div className="form-buttons">
          <Button onClick={discardFile}>{t.other}</Button>
          <Button onClick={chooseColumns}>{t.columnStep.change}</Button>
        </div>
      </>
    );
  }
  return (
    <form
      className="card stack"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (importCount > 0 && isAnswered) start();
      }}
    >
      <div role="status">
        <PhaseTitle>{importCount === 0 ? t.nothingToImport : t.ready({ count: importCount })}</PhaseTitle>
        <p className="quiet cut">{t.from({ name: run.name, rows: countFileRows(run.chunks) })}</p>
      </div>
      <ul className="import-facts">
        {plain > 0 && plain !== importCount && <li>{t.unchanged({ count: plain })}</li>}
        {checked.renamed > 0 && (
          <li>
            {t.taken({ count: checked.renamed })}
            <TakenChoice value={choices.taken} />
          </li>
        )}
        {Object.entries(checked.unknownDomains).map(([domain, count]) => (
          <UnknownDomain key={domain} domain={domain} count={count} choices={choices} />
        ))}
        {checked.existing > 0 && <li>{t.existing({ count: checked.existing })}</li>}
        {checked.refusals.length > 0 && (
          <li>
            {t.refused({ count: checked.refusals.length })}
            <RefusalsList run={run} refusals={checked.refusals} />
          </li>
        )}
        {checked.ignored.length > 0 && <li className="quiet">{t.ignored({ names: checked.ignored.join(', ') })}</li>}
      </ul>
      <div className="import-options">
        <ImportDomainField value={choices.domain} onChange={(domain) => checkAgain({ domain })} />
        <TextField
          name="tag"
          label={t.tag}
          hint={t.tagHint}
          isOptional
          error={undefined}
          value={choices.tag}
          onChange={(tag) => choose({ tag })}
          maxLength={50}
          autoComplete="off"
        />
      </div>
      <div className="form-buttons">
        <Button onClick={discardFile}>{t.other}</Button>
        <Button onClick={chooseColumns}>{t.columnStep.change}</Button>
        <Button kind="primary" type="submit" disabled={importCount === 0 || !isAnswered}>
          {importCount === 0 ? t.import : t.start({ count: importCount })}
        </Button>
      </div>
    </form>
  );
}
