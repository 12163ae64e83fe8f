import { DatabaseBackup, Download } from 'lucide-react';
import { send } from '../../lib/api.ts';
import { describeError } from '../../lib/error-words.ts';
import { parseTime, useFormat } from '../../lib/format.ts';
import { useApi, useSend } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Table } from '../../ui/table.tsx';
import type { TableColumn } from '../../ui/table-row.tsx';
import { Time } from '../../ui/time.tsx';

interface Backup {
  id: number;
  name: string;
  date: string;
  bytes: number;
}

const POLL_MS = 2_000;

/** Lists the backups on the server, for administrators, and makes one on request. */
export function Backups() {
  const t = useTexts('server');
  const format = useFormat();
  const { data, error, isPending, refetch } = useApi('GET /api/backups');
  const create = useSend('POST /api/backup/add', { refreshes: ['GET /api/backups'] });
  const { every = null, keep = 0, place = 'folder', running = false, problem = null, backups = [] } = data?.data ?? {};
  // Shares its response with the request above, and repeats it while a backup is being made.
  useApi('GET /api/backups', undefined, { isEnabled: running, pollMs: POLL_MS });
  const isBusy = running || create.isPending;

  function backUp(): void {
    if (isBusy) return;
    create.mutate(
      {},
      {
        onSuccess: () => showToast(t.backupStarted),
        onError: (failed) => showToast(describeError(failed), { kind: 'failed' }),
      },
    );
  }

  async function download(name: string): Promise<void> {
    try {
      // A link cannot ask for the password; this request does.
      const { link } = await send('POST /api/backup/:name/confirm', { params: { name } });
      const anchor = document.createElement('a');
      anchor.href = link;
      anchor.download = name;
      anchor.click();
    } catch (failed) {
      showToast(describeError(failed), { kind: 'failed' });
    }
  }

  const hint = place === 'bucket' ? t.backupsInBucket : t.backupsHint;
  const rows: Backup[] = backups.map((backup) => ({ ...backup, id: parseTime(backup.date).getTime() }));
  const columns: TableColumn<Backup>[] = [
    { name: t.backupFile, width: 'minmax(0, 2fr)', phone: 'title', cell: ({ name }) => <b className="cut">{name}</b> },
    { name: t.backupSize, width: '140px', phone: 'side', isNumber: true, cell: ({ bytes }) => format.bytes(bytes) },
    { name: t.backupMade, width: '140px', phone: 'under', cell: ({ date }) => <Time value={date} isRelative /> },
  ];
  return (
    <section className="server-section">
      <div className="part-head">
        <div className="grow">
          <h2>{t.backups}</h2>
          {data && <p className="hint">{every === null ? t.backupsOff : hint({ count: keep })}</p>}
          {problem !== null && (
            <p className="server-problem" role="alert">
              {t.backupFailed({ reason: problem })}
            </p>
          )}
        </div>
        <Button icon={DatabaseBackup} isBusy={isBusy} onClick={backUp}>
          {isBusy ? t.backingUp : t.backUp}
        </Button>
      </div>
      <Table
        label={t.backups}
        columns={columns}
        actions={({ name }) => (
          <IconButton label={t.downloadBackup} icon={Download} onClick={() => void download(name)} />
        )}
        empty={<p className="quiet">{t.noBackups}</p>}
        list={{
          ...{ rows, total: rows.length, isPending, error: data ? null : error },
          ...{ hasMore: false, isLoadingMore: false, loadMore: () => {}, retry: () => void refetch() },
        }}
      />
    </section>
  );
}
