import { LogOut } from 'lucide-react';
import { send } from '../../lib/api.ts';
import { describeError } from '../../lib/error-words.ts';
import { type RowOf, refresh, useList } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Table } from '../../ui/table.tsx';
import type { TableColumn } from '../../ui/table-row.tsx';
import { Time } from '../../ui/time.tsx';

type Session = RowOf<'GET /api/sessions'>;

/** Lists the user's sessions; each can be ended. */
export function Sessions() {
  const t = useTexts('settings');
  const list = useList('GET /api/sessions');
  const others = list.rows.filter(({ current }) => !current);

  async function end(sessions: Session[], message: string): Promise<void> {
    try {
      for (const { id } of sessions) await send('DELETE /api/session/:id/delete', { params: { id } });
      showToast(message);
    } catch (error) {
      showToast(describeError(error), { kind: 'failed' });
    } finally {
      await refresh('GET /api/sessions');
    }
  }

  const columns: TableColumn<Session>[] = [
    {
      name: t.agent,
      width: 'minmax(0, 2fr)',
      phone: 'title',
      cell: ({ agent, current }) => (
        <span className="line">
          <b className="cut">{agent}</b>
          {current && <Badge tone="accent">{t.current}</Badge>}
        </span>
      ),
    },
    { name: t.used, width: '140px', phone: 'under', cell: ({ used }) => <Time value={used} isRelative /> },
    { name: t.signedIn, width: '140px', cell: ({ date }) => <Time value={date} /> },
  ];
  return (
    <section>
      <div className="part-head">
        <div className="grow">
          <h2>{t.sessions}</h2>
          <p className="hint">{t.sessionsHint}</p>
        </div>
        {others.length > 0 && (
          <Button icon={LogOut} onClick={() => void end(others, t.othersEnded)}>
            {t.endOthers}
          </Button>
        )}
      </div>
      <Table
        label={t.sessions}
        list={list}
        columns={columns}
        empty={null}
        actions={(session) =>
          !session.current && <IconButton label={t.end} icon={LogOut} onClick={() => void end([session], t.ended)} />
        }
      />
    </section>
  );
}
