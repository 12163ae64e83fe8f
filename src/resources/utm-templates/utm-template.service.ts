import { changeField } from '../../core/change-field.ts';
import { invalidField } from '../../core/errors.ts';
import type { Page, PageRequest } from '../../core/paging.ts';
import { type Deletion, TO_TRASH } from '../../core/trash.ts';
import type { Db } from '../../db/db.ts';
import { lockOwned } from '../../db/owned.ts';
import { transaction } from '../../db/transaction.ts';
import { deleteToTrash } from '../../db/trash.ts';
import type { Clock } from '../../lib/date-time.ts';
import { utmNames } from '../../lib/utm-names.ts';
import type { NewUtmTemplate, UtmTemplateChange } from './utm-template.contract.ts';
import * as store from './utm-template.store.ts';
import { type UtmTemplate, utmTemplateNotFound } from './utm-template.ts';

/** The operations on UTM templates. */
export interface UtmTemplateService {
  list(owner: number, request: PageRequest): Promise<Page<UtmTemplate>>;
  get(owner: number, id: number): Promise<UtmTemplate>;
  create(owner: number, template: NewUtmTemplate): Promise<number>;
  update(owner: number, id: number, change: UtmTemplateChange): Promise<void>;
  remove(owner: number, id: number, deletion?: Deletion): Promise<void>;
}

interface Parts {
  db: Db;
  /** For lists; it may use a replica. */
  readDb: Db;
  now: Clock;
}

const NEW_TEMPLATE: store.UtmTemplateRecord = {
  name: '',
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_term: '',
  utm_content: '',
};

/** The template after a change; refuses one that sets no parameter. */
function applyChange(before: store.UtmTemplateRecord, change: UtmTemplateChange): store.UtmTemplateRecord {
  const after = {
    name: change.name ?? before.name,
    utm_source: changeField(change.utm_source, before.utm_source, ''),
    utm_medium: changeField(change.utm_medium, before.utm_medium, ''),
    utm_campaign: changeField(change.utm_campaign, before.utm_campaign, ''),
    utm_term: changeField(change.utm_term, before.utm_term, ''),
    utm_content: changeField(change.utm_content, before.utm_content, ''),
  };
  if (utmNames.every((name) => after[name] === ''))
    throw invalidField('utm_source', 'one_required', { names: utmNames.join(', ') });
  return after;
}

export function createUtmTemplateService({ db, readDb, now }: Parts): UtmTemplateService {
  async function get(from: Db, owner: number, id: number): Promise<UtmTemplate> {
    const found = await store.findUtmTemplate(from, owner, id);
    if (!found) throw utmTemplateNotFound();
    return found;
  }

  return {
    list: (owner, request) => store.listUtmTemplates(readDb, owner, request),
    get: (owner, id) => get(db, owner, id),

    async create(owner, template) {
      const record = applyChange(NEW_TEMPLATE, template);
      return transaction(db, (tx) => store.insertUtmTemplate(tx, owner, record, now()));
    },

    async update(owner, id, change) {
      await transaction(db, async (tx) => {
        await lockOwned(tx, 'utm_templates', owner, id);
        await store.updateUtmTemplate(tx, owner, id, applyChange(await get(tx, owner, id), change));
      });
    },

    async remove(owner, id, deletion = TO_TRASH) {
      const isDeleted = await transaction(db, (tx) =>
        deleteToTrash(tx, 'utm-template', { owner, id, now: now() }, deletion),
      );
      if (!isDeleted) throw utmTemplateNotFound();
    },
  };
}
