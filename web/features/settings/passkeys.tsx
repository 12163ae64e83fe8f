import { Fingerprint, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { describePasskeyProblem } from '../../lib/passkeys.ts';
import { type RowOf, useList, useSend } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { useForm } from '../../lib/use-form.ts';
import { AddPasskey } from '../../ui/add-passkey.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmDelete } from '../../ui/confirm-delete.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Table } from '../../ui/table.tsx';
import type { TableColumn } from '../../ui/table-row.tsx';
import { Time } from '../../ui/time.tsx';

type Passkey = RowOf<'GET /api/passkeys'>;

function RenameDialog({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose(): void }) {
  const t = useTexts('passkeys');
  const rename = useSend('PUT /api/passkey/:id/update', { refreshes: ['GET /api/passkeys'] });
  const form = useForm({
    initial: { name },
    async send(body) {
      await rename.mutateAsync({ params: { id }, body });
      onClose();
    },
  });
  return (
    <Dialog title={t.rename} onClose={onClose}>
      <Form form={form} submit={t.save} onCancel={onClose}>
        <TextField {...form.field('name')} label={t.name} maxLength={255} />
      </Form>
    </Dialog>
  );
}

/** Lists the user's passkeys, which can be added, renamed and deleted. */
export function Passkeys() {
  const t = useTexts('passkeys');
  const { address } = useSession();
  const list = useList('GET /api/passkeys');
  const remove = useSend('DELETE /api/passkey/:id/delete', { refreshes: ['GET /api/passkeys', 'GET /api/session'] });
  const [isAdding, setAdding] = useState(false);
  const [renamed, setRenamed] = useState<Passkey>();
  const [deleted, setDeleted] = useState<Passkey>();
  const problem = describePasskeyProblem(address);

  const columns: TableColumn<Passkey>[] = [
    {
      name: t.name,
      width: 'minmax(0, 2fr)',
      phone: 'title',
      cell: ({ name, synced }) => (
        <span className="line">
          <b className="cut">{name}</b>
          {synced && <Badge>{t.synced}</Badge>}
        </span>
      ),
    },
    {
      name: t.used,
      width: '140px',
      phone: 'under',
      cell: ({ used }) => (used ? <Time value={used} isRelative /> : <span className="quiet">{t.never}</span>),
    },
    { name: t.created, width: '140px', cell: ({ date }) => <Time value={date} /> },
  ];
  return (
    <section className="settings-passkeys">
      <div className="part-head">
        <div className="grow">
          <h2>{t.title}</h2>
          <p className="hint">{t.text}</p>
        </div>
        {!problem && (
          <Button icon={Fingerprint} onClick={() => setAdding(true)}>
            {t.add}
          </Button>
        )}
      </div>
      {problem && <p className="card quiet">{problem}</p>}
      {list.total > 0 && (
        <Table
          label={t.title}
          list={list}
          columns={columns}
          empty={null}
          actions={(passkey) => (
            <>
              <IconButton label={t.rename} icon={Pencil} onClick={() => setRenamed(passkey)} />
              <IconButton label={t.delete} icon={Trash2} onClick={() => setDeleted(passkey)} />
            </>
          )}
        />
      )}
      {isAdding && <AddPasskey onClose={() => setAdding(false)} />}
      {renamed && <RenameDialog passkey={renamed} onClose={() => setRenamed(undefined)} />}
      {deleted && (
        <ConfirmDelete
          title={t.deleteTitle({ name: deleted.name })}
          onClose={() => setDeleted(undefined)}
          onConfirm={async () => {
            await remove.mutateAsync({ params: { id: deleted.id }, body: {} });
            showToast(t.deleted);
          }}
        >
          {t.deleteText}
        </ConfirmDelete>
      )}
    </section>
  );
}
