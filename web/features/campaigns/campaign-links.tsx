import { Link2, Plus, Scale, Unlink } from 'lucide-react';
import { useState } from 'react';
import { describeError } from '../../lib/error-words.ts';
import { useFormat } from '../../lib/format.ts';
import { type List, type RowOf, useApi, useList, useSend } from '../../lib/query.ts';
import { navigate } from '../../lib/router.tsx';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Menu } from '../../ui/menu.tsx';
import { PickerSheet } from '../../ui/picker-sheet.tsx';
import { Table } from '../../ui/table.tsx';
import type { TableColumn } from '../../ui/table-row.tsx';

type Row = RowOf<'GET /api/urls'>;

const REFRESHES = ['GET /api/urls', 'GET /api/url/:id', 'GET /api/campaign/:id', 'GET /api/campaigns'] as const;

// The limit of the API.
const MAX_AT_A_TIME = 100;

function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\//, '');
}

/** The list of links has no weights; a visible row loads its own. */
function Weight({ id }: { id: number }) {
  const format = useFormat();
  const weight = useApi('GET /api/url/:id', { params: { id } }).data?.details.weight;
  return weight === undefined || weight === null ? '' : format.number(weight);
}

function WeightDialog({ campaignId, link, onClose }: { campaignId: string; link: Row; onClose(): void }) {
  const t = useTexts('campaigns');
  const { data } = useApi('GET /api/url/:id', { params: { id: link.id } });
  const assign = useSend('POST /api/campaign/:campaignid/assign/:linkid', { refreshes: [...REFRESHES] });
  const form = useForm({
    initial: { weight: String(data?.details.weight ?? 1) },
    async send({ weight }) {
      const params = { campaignid: campaignId, linkid: link.id };
      await assign.mutateAsync({ params, body: { weight: Number(weight) } });
      showToast(t.weightSaved);
      onClose();
    },
  });
  return (
    <Dialog title={t.weightTitle} onClose={onClose}>
      <Form form={form} submit={t.save} onCancel={onClose}>
        <TextField
          {...form.field('weight')}
          label={t.weight}
          hint={t.weightHint}
          type="number"
          inputMode="numeric"
          min={1}
          max={1000}
        />
      </Form>
    </Dialog>
  );
}

function LinkPicker({ campaignId, inside, onClose }: { campaignId: string; inside: List<Row>; onClose(): void }) {
  const t = useTexts('campaigns');
  const [search, setSearch] = useState('');
  const list = useList('GET /api/urls', { query: { q: useDebounced(search) } });
  const change = useSend('POST /api/urls/change', { refreshes: [...REFRESHES] });
  return (
    <PickerSheet
      texts={t.picker}
      list={list}
      search={search}
      onSearch={setSearch}
      nameOf={({ shorturl }) => withoutScheme(shorturl)}
      noteOf={({ longurl }) => withoutScheme(longurl)}
      isIn={({ id }) => inside.rows.some((row) => row.id === id)}
      onAdd={async (rows) => {
        const ids = rows.map(({ id }) => id);
        for (let from = 0; from < ids.length; from += MAX_AT_A_TIME) {
          const body = { ids: ids.slice(from, from + MAX_AT_A_TIME), campaign: Number(campaignId) };
          await change.mutateAsync({ body });
        }
      }}
      onClose={onClose}
    >
      <p className="hint">{t.pickerHint}</p>
    </PickerSheet>
  );
}

/** The links of a campaign: add, weight, remove. */
export function CampaignLinks({ campaignId }: { campaignId: string }) {
  const t = useTexts('campaigns');
  const format = useFormat();
  const [isPicking, setPicking] = useState(false);
  const [linkToWeigh, setLinkToWeigh] = useState<Row>();
  const list = useList('GET /api/urls', { query: { campaign: Number(campaignId) } });
  const unassign = useSend('DELETE /api/campaign/:campaignid/assign/:linkid', { refreshes: [...REFRESHES] });

  async function removeLink({ id, shorturl }: Row): Promise<void> {
    try {
      await unassign.mutateAsync({ params: { campaignid: campaignId, linkid: id } });
      showToast(t.unassigned({ name: withoutScheme(shorturl) }));
    } catch (error) {
      showToast(describeError(error), { kind: 'failed' });
    }
  }

  const columns: TableColumn<Row>[] = [
    {
      name: t.short,
      phone: 'title',
      cell: ({ shorturl }) => {
        const { host, pathname } = new URL(shorturl);
        return (
          <span className="cut" title={withoutScheme(shorturl)}>
            <b>{pathname.slice(1)}</b> <span className="quiet">{host}</span>
          </span>
        );
      },
    },
    {
      name: t.destination,
      phone: 'under',
      cell: ({ longurl }) => <span className="cut quiet">{withoutScheme(longurl)}</span>,
    },
    { name: t.weight, width: '80px', isNumber: true, phone: 'side', cell: ({ id }) => <Weight id={id} /> },
    { name: t.clicks, width: '88px', isNumber: true, cell: ({ clicks }) => format.number(clicks) },
  ];
  const add = (
    <Button kind="primary" icon={Plus} onClick={() => setPicking(true)} isChange>
      {t.assign}
    </Button>
  );
  return (
    <section>
      <div className="part-head">
        <h2>{t.links}</h2>
        {list.rows.length > 0 && add}
      </div>
      <Table
        label={t.links}
        list={list}
        columns={columns}
        onOpen={({ id }) => navigate(`/links/${id}`)}
        actions={(row) => (
          <>
            <CopyButton text={row.shorturl} />
            <Menu
              items={[
                { name: t.weightTitle, icon: Scale, isChange: true, run: () => setLinkToWeigh(row) },
                { name: t.unassign, icon: Unlink, isDanger: true, isChange: true, run: () => void removeLink(row) },
              ]}
            />
          </>
        )}
        empty={
          <EmptyState icon={Link2} title={t.noLinks} action={add} example={t.noLinksExample}>
            {t.noLinksText}
          </EmptyState>
        }
      />
      {isPicking && <LinkPicker campaignId={campaignId} inside={list} onClose={() => setPicking(false)} />}
      {linkToWeigh && (
        <WeightDialog campaignId={campaignId} link={linkToWeigh} onClose={() => setLinkToWeigh(undefined)} />
      )}
    </section>
  );
}
