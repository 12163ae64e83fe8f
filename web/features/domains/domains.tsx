import { Globe, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { describeError } from '../../lib/error-words.ts';
import { useFormat } from '../../lib/format.ts';
import { type RowOf, useList, useSend } from '../../lib/query.ts';
import { useSearchParam } from '../../lib/router.tsx';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { deleteWithUndo } from '../../lib/undoable-delete.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { ConfirmDelete } from '../../ui/confirm-delete.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { Column } from '../../ui/table-row.tsx';
import { Time } from '../../ui/time.tsx';
import { DnsState } from './dns-panel.tsx';
import { DomainSheet } from './domain-sheet.tsx';
import { domainTexts } from './domains.texts.ts';

type Row = RowOf<'GET /api/domains'>;

function hostOf(domain: string): string {
  return new URL(domain).host;
}

function ForceDelete({ domain, onClose }: { domain: Row; onClose(): void }) {
  const t = useTexts(domainTexts);
  const format = useFormat();
  const remove = useSend('DELETE /api/domain/:id/delete', { refreshes: ['GET /api/domains', 'GET /api/urls'] });
  return (
    <ConfirmDelete
      title={t.deleteTitle(hostOf(domain.domain))}
      confirm={t.force}
      onClose={onClose}
      onConfirm={async () => {
        const answer = await remove.mutateAsync({ params: { id: domain.id }, query: { force: '1' } });
        showToast(t.moved(format.number(answer.moved), format.number(answer.renamed.length)), { lastsMs: 10_000 });
      }}
    >
      <p>{t.deleteText(format.number(domain.links))}</p>
      <p>{t.deleteRenamed}</p>
    </ConfirmDelete>
  );
}

/** The branded domains of the account. */
export function Screen() {
  const t = useTexts(domainTexts);
  const format = useFormat();
  const [q, setQ] = useSearchParam('q');
  const [open, setOpen] = useSearchParam('open');
  const [forced, setForced] = useState<Row>();
  const list = useList('GET /api/domains', { query: { q: useDebounced(q) } });

  function remove(domain: Row): void {
    if (domain.links > 0) {
      setForced(domain);
      return;
    }
    const words = { said: t.deleted(hostOf(domain.domain)), undo: t.undo, failed: describeError };
    deleteWithUndo({ endpoint: 'DELETE /api/domain/:id/delete', list: 'GET /api/domains', ids: [domain.id], ...words });
  }

  const columns: Column<Row>[] = [
    {
      name: t.domain,
      width: 'minmax(0, 2fr)',
      phone: 'title',
      cell: ({ domain }) => <b className="cut">{hostOf(domain)}</b>,
    },
    { name: t.dns, phone: 'under', cell: ({ dns }) => <DnsState state={dns} /> },
    { name: t.links, width: '88px', isNumber: true, phone: 'side', cell: ({ links }) => format.number(links) },
    { name: t.created, width: '120px', cell: ({ date }) => <Time value={date} /> },
  ];

  return (
    <ListScreen
      texts={t}
      icon={Globe}
      list={list}
      columns={columns}
      search={q}
      onSearch={setQ}
      onAdd={() => setOpen('new')}
      onOpen={({ id }) => setOpen(String(id))}
      actions={(domain) => (
        <>
          <CopyButton text={domain.domain} />
          <Menu
            items={[
              { name: t.settings, icon: Pencil, run: () => setOpen(String(domain.id)) },
              { name: t.delete, icon: Trash2, isDanger: true, run: () => remove(domain) },
            ]}
          />
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
