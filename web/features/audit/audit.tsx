import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useSearchParam } from '../../lib/router.tsx';
import { useSession } from '../../lib/session.ts';
import { type TextsOf, useTexts } from '../../lib/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState, NothingFound } from '../../ui/empty-state.tsx';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { Page } from '../../ui/page.tsx';
import { ActorName, ChangeList, useFieldName } from '../../ui/recorded-change.tsx';
import { Table } from '../../ui/table.tsx';
import type { TableColumn } from '../../ui/table-row.tsx';
import { Time } from '../../ui/time.tsx';
import { type ListedChange, useAudit } from './use-audit.ts';

type Noun = keyof TextsOf<'audit'>['nouns'];

const TONES = { create: 'success', delete: 'danger', restore: 'accent', revert: 'accent' } as const;

function Action({ action }: { action: string }) {
  const names: Record<string, string> = useTexts('audit').actions;
  const tone = (TONES as Record<string, 'success' | 'danger' | 'accent'>)[action] ?? 'plain';
  return <Badge tone={tone}>{names[action] ?? action}</Badge>;
}

/** What changed: its type, and its name if the change contains it. */
function Subject({ row: { noun, nounId, changes } }: { row: ListedChange }) {
  const t = useTexts('audit');
  const told = changes.name ?? changes.custom ?? changes.domain ?? changes.email ?? changes.url;
  const name = told && [told.new, told.old].find((value) => typeof value === 'string' && value !== '');
  return (
    <span className="cut">
      {t.nouns[noun]} <span className="quiet">{String(name ?? (nounId === null ? '' : `#${nounId}`))}</span>
    </span>
  );
}

function Fields({ row }: { row: ListedChange }) {
  const nameOf = useFieldName();
  return <span className="cut quiet">{Object.keys(row.changes).map(nameOf).join(', ')}</span>;
}

function ChangeDialog({ row, onClose }: { row: ListedChange; onClose(): void }) {
  const t = useTexts('audit');
  const format = useFormat();
  const { noun, nounId, actor, date, address, request_id, changes, action } = row;
  const facts: [string, React.ReactNode][] = [
    [t.who, <ActorName key="who" actor={actor} />],
    [t.when, format.dateTime(date)],
    [t.action, <Action key="action" action={action} />],
    [t.address, address],
    [t.request, request_id && <code>{request_id}</code>],
  ];
  return (
    <Dialog title={`${t.nouns[noun]}${nounId === null ? '' : ` #${nounId}`}`} onClose={onClose}>
      <dl className="facts">
        {facts
          .filter(([, value]) => value !== null)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <ChangeList changes={changes} isCreation={action === 'create'} />
    </Dialog>
  );
}

/** Who changed what in the workspace; for administrators also on the whole server. */
export function Screen() {
  const t = useTexts('audit');
  const { admin } = useSession();
  const [nounText, setNoun] = useSearchParam('noun');
  const [server, setServer] = useSearchParam('server');
  const [open, setOpen] = useState<ListedChange>();
  const noun = (Object.keys(t.nouns) as Noun[]).find((name) => name === nounText);
  const isServerWide = admin && server === '1';
  const list = useAudit({ ...(noun && { noun }), ...(isServerWide && { server: '1' as const }) });

  const columns: TableColumn<ListedChange>[] = [
    { name: t.what, width: 'minmax(0, 1.6fr)', phone: 'title', cell: (row) => <Subject row={row} /> },
    { name: t.action, width: '130px', phone: 'side', cell: ({ action }) => <Action action={action} /> },
    { name: t.changed, width: 'minmax(0, 1.4fr)', cell: (row) => <Fields row={row} /> },
    { name: t.who, width: 'minmax(0, 1.4fr)', phone: 'under', cell: ({ actor }) => <ActorName actor={actor} /> },
    { name: t.when, width: '120px', cell: ({ date }) => <Time value={date} isRelative /> },
  ];

  return (
    <Page
      title={t.title}
      tools={
        <>
          <FilterSelect<string>
            label={t.noun}
            value={noun ?? ''}
            onChange={setNoun}
            options={[
              { value: '', label: t.everything },
              ...Object.entries(t.nouns).map(([value, label]) => ({ value, label })),
            ]}
          />
          {admin && (
            <FilterSelect<string>
              label={t.where}
              value={isServerWide ? '1' : ''}
              onChange={setServer}
              options={[
                { value: '', label: t.workspace },
                { value: '1', label: t.server },
              ]}
            />
          )}
        </>
      }
    >
      <Table
        label={t.title}
        list={list}
        columns={columns}
        onOpen={setOpen}
        empty={
          noun ? (
            <NothingFound />
          ) : (
            <EmptyState icon={ScrollText} title={t.empty}>
              {t.emptyText}
            </EmptyState>
          )
        }
      />
      {open && <ChangeDialog row={open} onClose={() => setOpen(undefined)} />}
    </Page>
  );
}
