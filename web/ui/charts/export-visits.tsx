import { useEffect, useState } from 'react';
import { send } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { download } from '../../lib/download.ts';
import { useTexts } from '../../lib/texts.ts';
import { currentZone } from '../../lib/time-zone.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { FailureNotice } from '../failure-notice.tsx';
import { type Visited, visitsCsv } from './export.ts';
import type { ChartDates } from './period.ts';
import type { ChartFilters } from './use-stats.ts';

const PAGE_SIZE = 1_000;

/** Which visits to export, and the file format. */
export interface VisitsExport {
  id: string;
  kind: 'csv' | 'json';
  name: string;
  dates: ChartDates;
  filters: ChartFilters;
  /** The approximate number of visits. */
  total: number;
}

function wait(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}

/** Loads one page, and retries once the rate limit allows. */
async function readPage(request: VisitsExport, cursor: string | undefined, signal: AbortSignal) {
  const query = { ...request.dates, ...request.filters, zone: currentZone().name, limit: PAGE_SIZE, cursor };
  for (;;) {
    try {
      return (await send('GET /api/url/:id/clicks', { params: { id: request.id }, query }, { signal })).data;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429) throw error;
      await wait(error.retryAfterSeconds ?? 1);
      signal.throwIfAborted();
    }
  }
}

/** Loads page after page, newest first, until the end or until the signal aborts. */
async function readAll(
  request: VisitsExport,
  signal: AbortSignal,
  onRead: (count: number) => void,
): Promise<Visited[]> {
  const all: Visited[] = [];
  let cursor: string | undefined;
  do {
    const { clicks, next } = await readPage(request, cursor, signal);
    all.push(...clicks);
    onRead(all.length);
    cursor = next ?? undefined;
  } while (cursor !== undefined);
  return all;
}

/** Collects visits and downloads them as a file; closing it stops the export. */
export function ExportVisits({ request, onClose }: { request: VisitsExport; onClose(): void }) {
  const t = useTexts('charts');
  const ui = useTexts('ui');
  const [read, setRead] = useState(0);
  const [tries, setTries] = useState(0);
  const [error, setError] = useState<Error>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: it starts once for each request, and again on a retry.
  useEffect(() => {
    const controller = new AbortController();
    setError(undefined);
    setRead(0);
    readAll(request, controller.signal, setRead).then(
      (visits) => {
        const text = request.kind === 'csv' ? visitsCsv(visits) : `${JSON.stringify(visits, null, 2)}\n`;
        download(request.name, request.kind, text);
        onClose();
      },
      (cause: Error) => {
        if (!controller.signal.aborted) setError(cause);
      },
    );
    return () => controller.abort();
  }, [request, tries]);

  return (
    <Dialog title={t.exportVisits} onClose={onClose}>
      <div className="stack">
        {error ? (
          <FailureNotice error={error} onRetry={() => setTries(tries + 1)} />
        ) : (
          <div className="stack charts-progress">
            <p role="status" className="number">
              {ui.progress({ done: read, total: Math.max(read, request.total) })}
            </p>
            <progress value={read} max={Math.max(read, request.total, 1)} aria-label={t.exportVisits} />
          </div>
        )}
        <div className="line">
          <Button onClick={onClose}>{ui.cancel}</Button>
        </div>
      </div>
    </Dialog>
  );
}
