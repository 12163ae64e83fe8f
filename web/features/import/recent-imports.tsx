import type { AnswerOf } from '../../lib/api.ts';
import { useApi } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Time } from '../../ui/time.tsx';
import { productLabel } from './service-import-choices.ts';

type Job = AnswerOf<'GET /api/imports'>['data']['imports'][number];

const SHOWN = 5;

function isShown({ dry_run, status }: Job): boolean {
  return !dry_run || status === 'running' || status === 'paused';
}

/** The newest background imports, so that one can be found again after the page was closed. */
export function RecentImports({ onOpen }: { onOpen(id: number): void }) {
  const t = useTexts('import');
  const { data } = useApi('GET /api/imports');
  const jobs = (data?.data.imports ?? []).filter(isShown).slice(0, SHOWN);
  if (jobs.length === 0) return null;
  return (
    <section className="card stack" aria-label={t.moving.recent}>
      <h2>{t.moving.recent}</h2>
      <ul className="import-recent">
        {jobs.map((job) => (
          <li key={job.id}>
            <span>
              <b>{job.host === '' ? productLabel(job.from) : `${productLabel(job.from)}, ${job.host}`}</b>
              <span className="quiet">
                {job.dry_run ? t.moving.checking : t.moving.statuses[job.status]} · <Time value={job.date} isRelative />
              </span>
            </span>
            <Button onClick={() => onOpen(job.id)}>{t.moving.open}</Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
