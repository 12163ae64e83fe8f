import { Pencil, Plus, Shapes, X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { describeError } from '../../lib/error-words.ts';
import { lazyScreen } from '../../lib/lazy-screen.ts';
import { useList, useSend } from '../../lib/query.ts';
import { useSearchParam } from '../../lib/router.tsx';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink, IconButton } from '../../ui/button.tsx';
import { ChartSkeleton } from '../../ui/charts/chart-skeleton.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Page } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ColorSpot, StarButton } from './channel-badge.tsx';
import { ChannelPicker, type Item } from './channel-picker.tsx';
import { ChannelSheet } from './channel-sheet.tsx';

const ChannelStatisticsPanel = lazyScreen(
  async () => (await import('./channel-statistics.tsx')).ChannelStatisticsPanel,
);

type View = 'items' | 'statistics';

function ItemCard({ item, onRemove }: { item: Item; onRemove(): void }) {
  const t = useTexts('channels');
  const name = item.title || item.link.replace(/^https?:\/\//, '');
  return (
    <li className="channels-item">
      <img src={new URL(item.preview).pathname} alt="" width={1200} height={630} loading="lazy" />
      <div className="channels-caption">
        <div className="line">
          <b className="cut grow">{name}</b>
          <Badge>{t.kinds[item.type]}</Badge>
        </div>
        <div className="line">
          <span className="cut grow hint">{item.link.replace(/^https?:\/\//, '')}</span>
          <CopyButton text={item.link} />
          <IconButton label={t.remove({ name })} icon={X} onClick={onRemove} isChange />
        </div>
      </div>
    </li>
  );
}

function Items({ channelId }: { channelId: string }) {
  const t = useTexts('channels');
  const [isPicking, setPicking] = useState(false);
  const list = useList('GET /api/channel/:id', { params: { id: channelId } });
  const unassign = useSend('DELETE /api/channel/:channelid/assign/:type/:itemid', {
    refreshes: ['GET /api/channel/:id', 'GET /api/urls', 'GET /api/qr'],
  });

  async function remove({ type, id, title, link }: Item): Promise<void> {
    try {
      await unassign.mutateAsync({ params: { channelid: channelId, type, itemid: id } });
      showToast(t.removed({ name: title || link }));
    } catch (error) {
      showToast(describeError(error), { kind: 'failed' });
    }
  }

  const add = (
    <Button kind="primary" icon={Plus} onClick={() => setPicking(true)} isChange>
      {t.assign}
    </Button>
  );
  return (
    <section>
      <div className="part-head">
        <h2>{t.items}</h2>
        {list.rows.length > 0 && add}
      </div>
      {list.error && <FailureNotice error={list.error} onRetry={list.retry} />}
      {list.isPending && <SkeletonRows />}
      {!list.error && !list.isPending && list.rows.length === 0 && (
        <EmptyState icon={Shapes} title={t.noItems} action={add} example={t.noItemsExample}>
          {t.noItemsText}
        </EmptyState>
      )}
      <ul className="channels-items">
        {list.rows.map((item) => (
          <ItemCard key={`${item.type} ${item.id}`} item={item} onRemove={() => void remove(item)} />
        ))}
      </ul>
      {list.hasMore && (
        <Button isBusy={list.isLoadingMore} onClick={list.loadMore}>
          {t.showMore}
        </Button>
      )}
      {isPicking && <ChannelPicker channelId={channelId} items={list.rows} onClose={() => setPicking(false)} />}
    </section>
  );
}

/** One channel: its links, QR codes and bio pages, with their images, and their statistics. */
export function Screen({ params }: { params: Record<string, string> }) {
  const t = useTexts('channels');
  const { id = '' } = params;
  const [isEditing, setEditing] = useState(false);
  const [word, setView] = useSearchParam('view');
  const view: View = word === 'statistics' ? word : 'items';
  const all = useList('GET /api/channels', {}, 1000);
  const channel = all.rows.find((row) => String(row.id) === id);
  if (!channel) {
    return (
      <Page title={t.channel}>
        {all.error && <FailureNotice error={all.error} onRetry={all.retry} />}
        {all.isPending && <SkeletonRows />}
        {!all.error && !all.isPending && (
          <EmptyState icon={Shapes} title={t.gone} action={<ButtonLink to="/channels">{t.all}</ButtonLink>}>
            {t.goneText}
          </EmptyState>
        )}
      </Page>
    );
  }
  return (
    <Page
      title={channel.name}
      actions={
        <>
          <ColorSpot color={channel.color} />
          <StarButton channel={channel} />
          <Button icon={Pencil} onClick={() => setEditing(true)} isChange>
            {t.edit}
          </Button>
        </>
      }
    >
      {channel.description && <p className="quiet channels-description">{channel.description}</p>}
      <Tabs<View>
        label={t.views}
        tabs={[
          { name: 'items', label: t.items },
          { name: 'statistics', label: t.statistics },
        ]}
        value={view}
        onChange={(name) => setView(name === 'items' ? '' : name)}
      >
        {view === 'items' && <Items channelId={id} />}
        {view === 'statistics' && (
          <Suspense fallback={<ChartSkeleton />}>
            <ChannelStatisticsPanel id={id} name={channel.name} />
          </Suspense>
        )}
      </Tabs>
      {isEditing && <ChannelSheet channel={channel} onClose={() => setEditing(false)} />}
    </Page>
  );
}
