import { Pencil } from 'lucide-react';
import { Suspense, useState } from 'react';
import { describeError } from '../../lib/error-words.ts';
import { useFormat } from '../../lib/format.ts';
import { lazyScreen } from '../../lib/lazy-screen.ts';
import { useApi, useSend } from '../../lib/query.ts';
import { useSearchParam } from '../../lib/router.tsx';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { ChartSkeleton } from '../../ui/charts/chart-skeleton.tsx';
import { CopyLine } from '../../ui/copy-line.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { SwitchField } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { ShareButton } from '../../ui/share-dialog.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { CampaignLinks } from './campaign-links.tsx';
import { type CampaignItem, CampaignSheet } from './campaign-sheet.tsx';

const CampaignStatisticsPanel = lazyScreen(
  async () => (await import('./campaign-statistics.tsx')).CampaignStatisticsPanel,
);

type View = 'links' | 'statistics';

function PublicSwitch({ campaign }: { campaign: CampaignItem }) {
  const t = useTexts('campaigns');
  const update = useSend('PUT /api/campaign/:id/update', {
    refreshes: ['GET /api/campaigns', 'GET /api/campaign/:id'],
    isOptimistic: true,
  });
  const { id, name } = campaign;
  return (
    <div className="card campaigns-switch">
      <SwitchField
        name="public"
        label={t.isPublic}
        hint={t.publicHint}
        error={update.error ? describeError(update.error) : undefined}
        value={update.isPending ? (update.variables.body.public ?? false) : campaign.public}
        onChange={(isOn) =>
          update.mutate({ params: { id }, body: { name, public: isOn } }, { onSuccess: () => void showToast(t.saved) })
        }
      />
    </div>
  );
}

/** One campaign: its URLs, visibility, and links. */
export function Screen({ params }: { params: Record<string, string> }) {
  const t = useTexts('campaigns');
  const format = useFormat();
  const { id = '' } = params;
  const [isEditing, setEditing] = useState(false);
  const [word, setView] = useSearchParam('view');
  const view: View = word === 'statistics' ? word : 'links';
  const { data, error, refetch } = useApi('GET /api/campaign/:id', { params: { id } });
  if (!data) {
    return (
      <Page title={t.campaign}>
        {error ? <FailureNotice error={error} onRetry={() => void refetch()} /> : <SkeletonRows />}
      </Page>
    );
  }
  const { details, data: counts } = data;
  return (
    <Page
      title={details.name || t.unnamed}
      actions={
        <>
          <ShareButton noun="campaign" id={id} />
          <Button icon={Pencil} onClick={() => setEditing(true)} isChange>
            {t.edit}
          </Button>
        </>
      }
    >
      <dl className="card facts">
        <div>
          <dt>{t.clicks}</dt>
          <dd className="number">{format.number(counts.clicks)}</dd>
        </div>
        <div>
          <dt>{t.unique}</dt>
          <dd className="number">{format.number(counts.uniqueClicks)}</dd>
        </div>
        <div>
          <dt>{t.rotator}</dt>
          <dd>
            {details.rotator && <CopyLine text={details.rotator} label={t.copyRotator} />}
            <p className="hint">{details.rotator ? t.rotatorHint : t.noRotator}</p>
          </dd>
        </div>
        <div>
          <dt>{t.list}</dt>
          <dd>
            <CopyLine text={details.list} label={t.copyList} />
            <p className="hint">{details.public ? t.listHint : t.privateHint}</p>
          </dd>
        </div>
      </dl>
      <PublicSwitch campaign={details} />
      <Tabs<View>
        label={t.views}
        tabs={[
          { name: 'links', label: t.links },
          { name: 'statistics', label: t.statistics },
        ]}
        value={view}
        onChange={(name) => setView(name === 'links' ? '' : name)}
      >
        {view === 'links' && <CampaignLinks campaignId={id} />}
        {view === 'statistics' && (
          <Suspense fallback={<ChartSkeleton />}>
            <CampaignStatisticsPanel id={id} name={details.name} hasClicks={counts.clicks > 0} />
          </Suspense>
        )}
      </Tabs>
      {isEditing && <CampaignSheet campaign={details} onClose={() => setEditing(false)} />}
    </Page>
  );
}
