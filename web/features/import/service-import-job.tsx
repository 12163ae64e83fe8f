import { type FormEvent, useState } from 'react';
import type { AnswerOf } from '../../lib/api.ts';
import { describeError } from '../../lib/error-words.ts';
import { useApi, useSend } from '../../lib/query.ts';
import { useShortHost } from '../../lib/session.ts';
import { useTexts } from '../../lib/texts.ts';
import { withoutScheme } from '../../lib/urls.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { PhaseTitle } from './phase-title.tsx';
import type { ServiceImportChoices } from './service-import-choices.ts';

type Job = AnswerOf<'GET /api/import/:id'>['data'];

const POLL_MS = 1_000;
const SHOWN_CONFLICTS = 20;
const ALL = { query: { limit: 1000 } };

interface Props {
  id: number;
  choices: ServiceImportChoices;
  isStarting: boolean;
  failure: Error | null;
  onImport(domains: Record<string, string>, taken: ServiceImportChoices['taken']): void;
  /** False for an import that was found in the list: what it was started with is no longer known. */
  canImport: boolean;
  /** Lets the user choose the columns of the file, if it is a CSV file. */
  onColumns: (() => void) | undefined;
  onLeave(): void;
}

function Facts({ job }: { job: Job }) {
  const t = useTexts('import');
  const { moving } = t;
  const facts = [
    job.dry_run ? t.ready({ count: job.imported }) : t.imported({ count: job.imported }),
    job.existing > 0 && t.existing({ count: job.existing }),
    job.clicks > 0 && moving.clicks({ count: job.clicks }),
    job.undated > 0 && moving.undated({ count: job.undated }),
    job.refused > 0 && moving.refused({ count: job.refused }),
  ];
  return (
    <>
      <ul className="import-facts">
        {facts
          .filter((fact) => fact !== false)
          .map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
      </ul>
      {job.conflicts.length > 0 && (
        <div className="import-refusals">
          <ol>
            {job.conflicts.slice(0, SHOWN_CONFLICTS).map(({ alias, errors }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a code may be refused twice, and the list does not change.
              <li key={`${alias} ${index}`}>
                <code>{alias}</code>
                <span>{errors.map(({ message }) => message).join(' ')}</span>
              </li>
            ))}
          </ol>
        </div>
      )}
    </>
  );
}

function Progress({ job }: { job: Job }) {
  const t = useTexts('import').moving;
  const words = t.progress({ links: job.rows, clicks: job.clicks, rate: job.rate });
  return (
    <>
      <progress className="import-bar" value={job.done ?? undefined} max={1} aria-label={words} />
      <p className="quiet number" role="status">
        {words} {job.seconds_left !== null && t.left({ count: Math.max(1, Math.ceil(job.seconds_left / 60)) })}
      </p>
    </>
  );
}

/** The choices that the check has shown to be needed, and the button that imports. */
function Confirm({ job, choices, isStarting, failure, onImport, onColumns, onLeave }: Props & { job: Job }) {
  const t = useTexts('import');
  const host = useShortHost();
  const { data } = useApi('GET /api/domains', ALL);
  const [domains, setDomains] = useState<Record<string, string>>(choices.domains);
  const [taken, setTaken] = useState(choices.taken);
  const own = (data?.data.domains ?? []).map(({ domain }) => withoutScheme(domain));
  return (
    <form
      className="stack"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        onImport(domains, taken);
      }}
    >
      {Object.keys(job.unknown_domains).map((domain) => (
        <SelectField
          key={domain}
          name={domain}
          label={t.moving.target({ domain })}
          error={undefined}
          value={domains[domain] ?? host}
          onChange={(target) => setDomains({ ...domains, [domain]: target })}
          options={[host, ...own].map((value) => ({ value, label: value }))}
        />
      ))}
      {job.refused > 0 && (
        <SelectField
          name="taken"
          label={t.moving.taken}
          error={undefined}
          value={taken}
          onChange={(value: ServiceImportChoices['taken']) => setTaken(value)}
          options={(['skip', 'rename'] as const).map((value) => ({ value, label: t[value] }))}
        />
      )}
      {failure && (
        <p className="problem" role="alert">
          {describeError(failure)}
        </p>
      )}
      <div className="form-buttons">
        <Button onClick={onLeave}>{t.moving.back}</Button>
        {onColumns && <Button onClick={onColumns}>{t.columnStep.change}</Button>}
        <Button kind="primary" type="submit" isBusy={isStarting}>
          {t.import}
        </Button>
      </div>
    </form>
  );
}

function Buttons({ job, onLeave, onColumns }: Pick<Props, 'onLeave' | 'onColumns'> & { job: Job }) {
  const t = useTexts('import');
  const refreshes = ['GET /api/import/:id', 'GET /api/imports'] as const;
  const pause = useSend('POST /api/import/:id/pause', { refreshes: [...refreshes] });
  const resume = useSend('POST /api/import/:id/resume', { refreshes: [...refreshes] });
  const cancel = useSend('POST /api/import/:id/cancel', { refreshes: [...refreshes] });
  const input = { params: { id: job.id } };
  const isOver = !['running', 'paused'].includes(job.status);
  return (
    <div className="form-buttons">
      {isOver ? (
        <Button onClick={onLeave}>{t.moving.back}</Button>
      ) : (
        <Button isBusy={cancel.isPending} onClick={() => cancel.mutate(input)}>
          {t.moving.cancel}
        </Button>
      )}
      {job.dry_run && job.status === 'failed' && onColumns && (
        <Button kind="primary" onClick={onColumns}>
          {t.columnStep.change}
        </Button>
      )}
      {job.status === 'running' && (
        <Button isBusy={pause.isPending} onClick={() => pause.mutate(input)}>
          {t.moving.pause}
        </Button>
      )}
      {job.status === 'paused' && !job.by_command && (
        <Button kind="primary" isBusy={resume.isPending} onClick={() => resume.mutate(input)}>
          {t.resume}
        </Button>
      )}
      {job.status === 'done' && (
        <ButtonLink to="/links" kind="primary">
          {t.show}
        </ButtonLink>
      )}
    </div>
  );
}

/** One background import: its progress, its report, and the next step. */
export function ServiceImportJob(props: Props) {
  const t = useTexts('import').moving;
  // The status changes in another process, so it is read again and again while the card is open.
  const { data, error } = useApi('GET /api/import/:id', { params: { id: props.id } }, { pollMs: POLL_MS });
  const job = data?.data;
  if (error && !job) return <p className="problem">{describeError(error)}</p>;
  if (!job) return null;
  const isChecked = job.dry_run && job.status === 'done';
  const isChecking = job.dry_run && job.status === 'running';
  const isOver = !['running', 'paused'].includes(job.status);
  const isCheckFailed = job.dry_run && job.status === 'failed';
  const ended = isCheckFailed ? t.checkFailed : t.statuses[job.status];
  const title = isChecking ? t.checking : ended;
  return (
    <div className="card stack">
      <PhaseTitle>{isChecked ? t.checked : title}</PhaseTitle>
      {job.reason && (
        <p className="problem" role="alert">
          {job.reason.message}
        </p>
      )}
      {!isOver && <Progress job={job} />}
      {(job.status === 'done' || (isOver && job.rows > 0)) && <Facts job={job} />}
      {job.status === 'running' && !job.dry_run && <p className="quiet">{t.background}</p>}
      {isChecked && props.canImport ? <Confirm {...props} job={job} /> : <Buttons {...props} job={job} />}
    </div>
  );
}
