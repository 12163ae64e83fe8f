import { type FormEvent, useId, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { describeError } from '../../lib/error-words.ts';
import { useSend } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField, SelectField, TextField } from '../../ui/field.tsx';
import { readFirstRows } from './column-choices.ts';
import { ColumnStep } from './column-step.tsx';
import { RecentImports } from './recent-imports.tsx';
import {
  hasColumns,
  type ProductName,
  products,
  type ServiceImportChoices,
  toRequest,
} from './service-import-choices.ts';
import { ServiceImportJob } from './service-import-job.tsx';

const INITIAL: ServiceImportChoices = {
  product: 'yourls',
  way: 'file',
  url: '',
  key: '',
  file: undefined,
  domains: {},
  taken: 'skip',
};

/** Moves links and their history from another service: choose it, check what would happen, import in the background. */
export function ServiceImport() {
  const t = useTexts('import').moving;
  const fileId = useId();
  const [choices, setChoices] = useState(INITIAL);
  const [jobId, setJobId] = useState<number>();
  const [isOwnJob, setOwnJob] = useState(false);
  const [rows, setRows] = useState<string[][]>();
  const add = useSend('POST /api/import/add', { refreshes: ['GET /api/imports'] });
  const { ways, label } = products[choices.product];
  const isSignpost = choices.product === 'signpost';
  const fileHint = isSignpost ? t.signpostFileHint : t.fileHint({ product: label });
  const change = (changed: Partial<ServiceImportChoices>) => setChoices({ ...choices, ...changed });
  const fields = add.error instanceof ApiError ? add.error.fields : {};
  const hasInput = choices.way === 'file' ? choices.file !== undefined : choices.url !== '' && choices.key !== '';

  function start(isDryRun: boolean, given: ServiceImportChoices = choices): void {
    add.mutate(toRequest(given, isDryRun), { onSuccess: ({ id }) => open(id, true) });
  }

  function open(id: number, isOwn: boolean): void {
    setOwnJob(isOwn);
    setJobId(id);
  }

  function leave(): void {
    add.reset();
    setJobId(undefined);
    setRows(undefined);
  }

  async function readColumns(): Promise<void> {
    if (choices.file) setRows(await readFirstRows(choices.file));
  }

  if (rows !== undefined) {
    return (
      <ColumnStep
        rows={rows}
        chosen={choices.columns?.chosen}
        onContinue={(chosen, query) => {
          const final = { ...choices, columns: { chosen, query } };
          setChoices(final);
          setRows(undefined);
          setJobId(undefined);
          start(true, final);
        }}
        onLeave={leave}
      />
    );
  }

  if (jobId !== undefined) {
    return (
      <ServiceImportJob
        id={jobId}
        choices={choices}
        isStarting={add.isPending}
        failure={add.error}
        onImport={(domains, taken) => {
          const final = { ...choices, domains, taken };
          setChoices(final);
          start(false, final);
        }}
        canImport={isOwnJob}
        onColumns={hasColumns(choices) && isOwnJob ? () => void readColumns() : undefined}
        onLeave={leave}
      />
    );
  }
  return (
    <>
      <form
        className="card stack"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (hasInput) start(true);
        }}
      >
        <div>
          <h2>{t.title}</h2>
          <p className="quiet">{t.text}</p>
        </div>
        <SelectField
          name="from"
          label={t.product}
          error={fields.from}
          value={choices.product}
          onChange={(product: ProductName) => change({ product, way: products[product].ways[0], columns: undefined })}
          options={Object.entries(products).map(([value, { label: name }]) => ({
            value: value as ProductName,
            label: name,
          }))}
        />
        {ways.length > 1 && (
          <SelectField
            name="way"
            label={t.way}
            error={undefined}
            value={choices.way}
            onChange={(way) => change({ way })}
            options={ways.map((way) => ({ value: way, label: t.ways[way] }))}
          />
        )}
        {choices.way === 'address' ? (
          <>
            <TextField
              name="url"
              label={t.url}
              hint={t.urlHint}
              error={fields.url}
              value={choices.url}
              onChange={(url) => change({ url: url.trim() })}
              type="url"
              placeholder="https://"
            />
            <PasswordField
              name="key"
              label={t.key}
              hint={isSignpost ? t.signpostKeyHint : t.keyHint({ product: label })}
              error={fields.key}
              value={choices.key}
              onChange={(key) => change({ key })}
              autoComplete="off"
            />
          </>
        ) : (
          <div className="import-choose is-left">
            <input
              id={fileId}
              className="unseen"
              type="file"
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                target.value = '';
                if (file) change({ file, columns: undefined });
              }}
            />
            <label className="button" htmlFor={fileId}>
              {t.chooseFile}
            </label>
            <span className="quiet cut">{choices.file?.name ?? fileHint}</span>
          </div>
        )}
        {add.error && Object.keys(fields).length === 0 && (
          <p className="problem" role="alert">
            {describeError(add.error)}
          </p>
        )}
        <div className="form-buttons">
          <Button kind="primary" type="submit" isBusy={add.isPending} disabled={!hasInput}>
            {t.check}
          </Button>
        </div>
      </form>
      <RecentImports onOpen={(id) => open(id, false)} />
    </>
  );
}
