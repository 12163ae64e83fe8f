import type { TrashNoun } from '../core/trash.ts';
import type { Db } from './db.ts';
import { prepareRows } from './row-statement.ts';

/** What a visit needs to know about something in the trash. */
export interface TrashedOwner {
  userId: number;
  /** Only links have an alias and may have a campaign. */
  alias?: string;
  campaignId?: number | null;
}

interface Row {
  item_id: number;
  user_id: number;
  name: string;
  campaign_id: number | null;
}

const addRows = prepareRows<[noun: TrashNoun, id: number, count: number], Row>({
  before: 'with added (noun, id, count) as (values ',
  row: '(cast(? as text), cast(? as bigint), cast(? as bigint))',
  after:
    ') update trash set late_visits = trash.late_visits + added.count from added' +
    ' where trash.noun = added.noun and trash.item_id = added.id' +
    ' returning trash.item_id, trash.user_id, trash.name, trash.campaign_id',
  bind: (row, parameters) => void parameters.push(...row),
});

/** Adds visits that were made before the deletion of what they visited, by id; returns the owners of those in the trash. */
export async function addLateVisits(
  tx: Db,
  noun: TrashNoun,
  visits: Map<number, number>,
): Promise<Map<number, TrashedOwner>> {
  const found = new Map<number, TrashedOwner>();
  // In the order of the ids, to avoid deadlocks between nodes.
  const all = [...visits].sort(([left], [right]) => left - right);
  const rows = await addRows(
    tx,
    all.map(([id, count]) => [noun, id, count]),
  );
  for (const { item_id, user_id, name, campaign_id } of rows)
    found.set(item_id, { userId: user_id, ...(noun === 'url' && { alias: name, campaignId: campaign_id }) });
  return found;
}
