import type { AuditedFields } from '../../core/audit.ts';
import { changeField } from '../../core/change-field.ts';
import { invalidField } from '../../core/errors.ts';
import type { Page, PageRequest } from '../../core/paging.ts';
import { type Deletion, TO_TRASH } from '../../core/trash.ts';
import type { Db } from '../../db/db.ts';
import { lockOwned } from '../../db/owned.ts';
import { recordCreate, recordDelete, recordUpdate } from '../../db/record-change.ts';
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

function subject(workspace: number, id: number) {
  return { workspace, noun: 'utm-template', id } as const;
}

function auditedFields(template: store.UtmTemplateRecord): AuditedFields {
  const { name, utm_source, utm_medium, utm_campaign, utm_term, utm_content } = template;
  return { name, utm_source, utm_medium, utm_campaign, utm_term, utm_content };
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
      return transaction(db, async (tx) => {
        const id = await store.insertUtmTemplate(tx, owner, record, now());
        await recordCreate(tx, subject(owner, id), auditedFields(record));
        return id;
      });
    },

    async update(owner, id, change) {
      await transaction(db, async (tx) => {
        await lockOwned(tx, 'utm_templates', owner, id);
        const before = await get(tx, owner, id);
        const after = applyChange(before, change);
        await store.updateUtmTemplate(tx, owner, id, after);
        await recordUpdate(tx, subject(owner, id), auditedFields(before), auditedFields(after));
      });
    },

    async remove(owner, id, deletion = TO_TRASH) {
      await transaction(db, async (tx) => {
        const found = await get(tx, owner, id);
        if (!(await deleteToTrash(tx, 'utm-template', { owner, id, now: now() }, deletion)))
          throw utmTemplateNotFound();
        await recordDelete(tx, subject(owner, id), auditedFields(found));
      });
    },
  };
}
