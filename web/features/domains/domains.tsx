import { Globe, Pencil, SearchX, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { queryOf, useAllUsers } from '../../lib/all-users.ts';
import { describeError } from '../../lib/error-words.ts';
import { useFormat } from '../../lib/format.ts';
import { type RowOf, useList, useSend } from '../../lib/query.ts';
import { navigate, useSearchParam, useSheetParam } from '../../lib/router.tsx';
import { useSession } from '../../lib/session.ts';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { deleteWithUndo } from '../../lib/undoable-delete.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { ConfirmDelete } from '../../ui/confirm-delete.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import type { TableColumn } from '../../ui/table-row.tsx';
import { Time } from '../../ui/time.tsx';
import { DnsStateNote } from './dns-panel.tsx';
import { DomainSheet } from './domain-sheet.tsx';
import { VerificationState } from './verification-panel.tsx';

type Row = RowOf<'GET /api/domains'>;

function hostOf(domain: string): string {
  return new URL(domain).host;
}

function ForceDelete({ domain, onClose }: { domain: Row; onClose(): void }) {
  const t = useTexts('domains');
  const remove = useSend('DELETE /api/domain/:id/delete', {
    refreshes: ['GET /api/domains', 'GET /api/urls', 'GET /api/qr', 'GET /api/bio'],
  });
  return (
    <ConfirmDelete
      title={t.deleteTitle({ name: hostOf(domain.domain) })}
      confirm={t.moveAndDelete}
      onClose={onClose}
      onConfirm={async () => {
        const answer = await remove.mutateAsync({ params: { id: domain.id }, query: { force: '1' } });
        showToast(t.moved({ moved: answer.moved, renamed: answer.renamed.length }), { lastsMs: 10_000 });
      }}
    >
      {domain.links > 0 && (
        <>
          <p>{t.deleteText({ links: domain.links })}</p>
          <p>{t.deleteRenamed}</p>
        </>
      )}
      {domain.items > 0 && <p>{t.deleteItems({ count: domain.items })}</p>}
    </ConfirmDelete>
  );
}

/** Lists the account's branded domains; for administrators, those of all users. */
export function Screen() {
  const t = useTexts('domains');
  const missing = useTexts('misses');
  const format = useFormat();
  const [q, setQ] = useSearchParam('q');
  const [open, setOpen] = useSheetParam('open');
  const [forced, setForced] = useState<Row>();
  const { userid } = useSession();
  const allUsers = useAllUsers();
  const list = useList('GET /api/domains', { query: { q: useDebounced(q), ...queryOf(allUsers) } });

  function isOwn(domain: Row): boolean {
    return domain.userid === undefined || domain.userid === userid;
  }

  function remove(domain: Row): void {
    if (domain.links + domain.items > 0) {
      setForced(domain);
      return;
    }
    const words = { said: t.deleted({ name: hostOf(domain.domain) }), undo: t.undo, failed: describeError };
    deleteWithUndo({ endpoint: 'DELETE /api/domain/:id/delete', list: 'GET /api/domains', ids: [domain.id], ...words });
  }

  function itemsOf(domain: Row): MenuItem[] {
    const settings = { name: t.settings, icon: Pencil, isChange: true, run: () => setOpen(String(domain.id)) };
    const misses = { name: missing.open, icon: SearchX, run: () => navigate(`/domains/${domain.id}/misses`) };
    const deletion = { name: t.delete, icon: Trash2, isDanger: true, isChange: true, run: () => remove(domain) };
    return isOwn(domain) ? [settings, misses, deletion] : [deletion];
  }

  const name: TableColumn<Row> = {
    name: t.domain,
    width: 'minmax(0, 2fr)',
    phone: 'title',
    cell: ({ domain }) => <b className="cut">{hostOf(domain)}</b>,
  };
  const links: TableColumn<Row> = {
    name: t.links,
    width: '88px',
    isNumber: true,
    cell: ({ links: count }) => format.number(count),
  };
  const created: TableColumn<Row> = { name: t.created, width: '120px', cell: ({ date }) => <Time value={date} /> };
  const ownColumns: TableColumn<Row>[] = [
    name,
    {
      name: t.state,
      width: 'minmax(0, 1.6fr)',
      phone: 'under',
      cell: ({ verified, taken, dns }) => (
        <span className="line">
          <VerificationState verified={verified} taken={taken} />
          <DnsStateNote state={dns} />
        </span>
      ),
    },
    { ...links, phone: 'side' },
    created,
  ];
  const allColumns: TableColumn<Row>[] = [
    name,
    {
      name: t.owner,
      width: 'minmax(0, 1.6fr)',
      phone: 'under',
      cell: ({ owner }) => <span className="cut quiet">{owner}</span>,
    },
    {
      name: t.verification,
      phone: 'side',
      cell: ({ verified, taken }) => <VerificationState verified={verified} taken={taken} />,
    },
    { name: t.dns, cell: ({ dns }) => <DnsStateNote state={dns} /> },
    links,
    created,
  ];

  return (
    <ListScreen
      texts={t}
      icon={Globe}
      list={list}
      columns={allUsers.isAll ? allColumns : ownColumns}
      search={q}
      onSearch={setQ}
      onAdd={() => setOpen('new')}
      allUsers={allUsers}
      onOpen={(domain) => isOwn(domain) && setOpen(String(domain.id))}
      actions={(domain) => (
        <>
          <CopyButton text={domain.domain} />
          <Menu items={itemsOf(domain)} />
        </>
      )}
    >
      {open && (
        <DomainSheet
          key={open}
          id={open === 'new' ? undefined : open}
          onDone={(id) => setOpen(String(id))}
          onClose={() => setOpen('')}
        />
      )}
      {forced && <ForceDelete domain={forced} onClose={() => setForced(undefined)} />}
    </ListScreen>
  );
}
