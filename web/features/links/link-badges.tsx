import { Lock, type LucideIcon, Megaphone, Split } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RowOf } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { Badge } from '../../ui/badge.tsx';

type Row = RowOf<'GET /api/urls'>;

const TONES = {
  active: 'success',
  scheduled: 'accent',
  disabled: 'plain',
  expired: 'caution',
  limit_reached: 'caution',
} as const;

/** The state of a link in words. */
export function StateBadge({ of: { state, disabled_by } }: { of: Pick<Row, 'state' | 'disabled_by'> }) {
  const t = useTexts('links');
  return <Badge tone={disabled_by ? 'danger' : TONES[state]}>{t.state[state]}</Badge>;
}

function Mark({ icon: Icon, label, children }: { icon: LucideIcon; label: string; children?: ReactNode }) {
  return (
    <span className="links-mark" title={label}>
      <Icon size={14} aria-hidden />
      <span className="unseen">{label}</span>
      <span aria-hidden>{children}</span>
    </span>
  );
}

/** Whether a row has anything that `LinkBadges` shows. */
export function hasBadges({ state, password, rules }: Row): boolean {
  return state !== 'active' || password || rules > 0;
}

/** Badges for what visitors of a link get: its state unless it is active, its password and its rules. */
export function LinkBadges({ row }: { row: Row }) {
  const t = useTexts('links');
  return (
    <>
      {row.state !== 'active' && <StateBadge of={row} />}
      {row.password && <Mark icon={Lock} label={t.password} />}
      {row.rules > 0 && (
        <Mark icon={Split} label={t.rules({ count: row.rules })}>
          {row.rules}
        </Mark>
      )}
    </>
  );
}

/** The campaign of a link, if it has one. */
export function CampaignBadge({ row: { campaign_name } }: { row: Row }) {
  const t = useTexts('links');
  if (campaign_name === null) return null;
  return (
    <span className="links-mark" title={`${t.campaign}: ${campaign_name}`}>
      <Megaphone size={14} aria-hidden />
      <span className="unseen">{t.campaign}</span>
      <span className="cut">{campaign_name}</span>
    </span>
  );
}

/** The tags of a link; what does not fit in the line is cut off. */
export function TagBadges({ tags }: { tags: string[] }) {
  return tags.map((tag) => <Badge key={tag}>{tag}</Badge>);
}
