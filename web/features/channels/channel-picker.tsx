import { useState } from 'react';
import { type RowOf, useList, useSend } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { SelectField } from '../../ui/field.tsx';
import { PickerSheet } from '../../ui/picker-sheet.tsx';

export type Item = RowOf<'GET /api/channel/:id'>;
type Kind = Item['type'];

interface Candidate {
  id: number;
  name: string;
  note: string;
}

const bare = (url: string) => url.replace(/^https?:\/\//, '');

/** Items of one kind that can be added to a channel. */
function useCandidates(kind: Kind, search: string) {
  const query = { q: useDebounced(search) };
  const links = useList('GET /api/urls', { query });
  const codes = useList('GET /api/qr', { query });
  const pages = useList('GET /api/bio', { query });
  const rows: Record<Kind, () => Candidate[]> = {
    links: () => links.rows.map(({ id, shorturl, longurl }) => ({ id, name: bare(shorturl), note: bare(longurl) })),
    qr: () => codes.rows.map(({ id, name, link }) => ({ id, name: name || bare(link), note: bare(link) })),
    bio: () => pages.rows.map(({ id, name, link }) => ({ id, name, note: bare(link) })),
  };
  return { ...{ links, qr: codes, bio: pages }[kind], rows: rows[kind]() };
}

interface Props {
  channelId: string;
  items: Item[];
  onClose(): void;
}

/** Selects links, QR codes and bio pages to add to a channel. */
export function ChannelPicker({ channelId, items, onClose }: Props) {
  const t = useTexts('channels');
  const [kind, setKind] = useState<Kind>('links');
  const [search, setSearch] = useState('');
  const list = useCandidates(kind, search);
  const assign = useSend('POST /api/channel/:channelid/assign/:type/:itemid', {
    refreshes: ['GET /api/channel/:id', 'GET /api/urls', 'GET /api/qr'],
  });
  return (
    <PickerSheet
      texts={t.picker}
      list={list}
      search={search}
      onSearch={setSearch}
      nameOf={({ name }) => name}
      noteOf={({ note }) => note}
      isIn={({ id }) => items.some((item) => item.type === kind && item.id === id)}
      group={kind}
      onAdd={async (rows) => {
        for (const { id } of rows) {
          await assign.mutateAsync({ params: { channelid: channelId, type: kind, itemid: id } });
        }
      }}
      onClose={onClose}
    >
      <SelectField<Kind>
        name="kind"
        label={t.kind}
        value={kind}
        onChange={setKind}
        error={undefined}
        options={(['links', 'qr', 'bio'] as const).map((value) => ({ value, label: t.kindOptions[value] }))}
      />
    </PickerSheet>
  );
}
