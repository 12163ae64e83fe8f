import type { Db } from '../../db/db.ts';
import type { Log } from '../../lib/log.ts';
import type { DomainService } from '../domains/domain.service.ts';
import { createLinkBulk, type LinkBulk } from './bulk/link-bulk.service.ts';
import { createLinkExport, type LinkExport } from './export/link-export.service.ts';
import { createLinkHistory, type LinkHistory } from './history/link-history.service.ts';
import { createLinkImport, type LinkImport } from './import/link-import.service.ts';
import type { ItemChannels } from './item-channels.ts';
import { createLinkAudit } from './link.audit.ts';
import { createLinkOutbox, type LinkOutbox } from './link.outbox.ts';
import { createLinkValidator, type ValidatorParts } from './link.validator.ts';
import { createLinkMembership, type LinkMembership } from './link-campaign.service.ts';
import { createLinkChanger, type LinkChanger } from './link-change.service.ts';
import { createLinkClicks, type LinkClicks } from './link-clicks.service.ts';
import { createLinkCreator, type LinkCreator, type WritingParts } from './link-create.service.ts';
import { LinkExpiry } from './link-expiry.ts';
import { createLinkReader, type LinkReader } from './link-read.service.ts';
import { createUseClick } from './link-spend.service.ts';
import { createLinkTags, type LinkTags } from './link-tag.service.ts';
import { createLinkSchedule, type LinkSchedule } from './schedule/link-schedule.service.ts';
import { createLinkTake, type LinkTake, type TakeParts } from './take/link-take.service.ts';

/** The operations on links. */
export interface LinkService
  extends LinkReader,
    LinkChanger,
    LinkMembership,
    LinkBulk,
    LinkImport,
    LinkExport,
    LinkHistory,
    LinkSchedule,
    LinkTake,
    LinkTags,
    LinkClicks {
  /** The link that a body would create, for the simulator. */
  buildUnsaved: LinkCreator['buildUnsaved'];
  /** Uses one click of a link with a click limit, for the redirect. */
  spendClick(id: number): Promise<boolean>;
  /** For what changes links outside this service. */
  outbox: LinkOutbox;
  /** Announces links whose end has passed. */
  expiry: LinkExpiry;
}

interface Parts extends ValidatorParts, Omit<WritingParts, 'audit'>, Pick<TakeParts, 'moveStatistics'> {
  /** For lists; it may use a replica. */
  readDb: Db;
  domains: DomainService;
  channels: ItemChannels;
  /** The names of these campaigns of any owner, by id. */
  findCampaignNames(ids: number[], from?: Db): Promise<Map<number, string>>;
  isOwnHost(host: string): boolean;
  /** Called after a change for a later time was stored. */
  onScheduled(): void;
  log: Log;
}

export function createLinkService(parts: Parts): LinkService {
  const { db, domains } = parts;
  const outbox = createLinkOutbox(parts);
  const audit = createLinkAudit(domains, outbox);
  const validator = createLinkValidator(parts);
  const creator = createLinkCreator({ ...parts, audit, validator });
  const reader = createLinkReader(parts);
  const changer = createLinkChanger({ ...parts, audit, validator, creator });
  return {
    ...reader,
    ...changer,
    ...createLinkMembership({ ...parts, audit }),
    ...createLinkBulk({ ...parts, audit, validator }),
    ...createLinkImport({ ...parts, validator, creator }),
    ...createLinkExport({ ...parts, reader }),
    ...createLinkTake({ ...parts, audit }),
    ...createLinkTags({ ...parts, audit }),
    ...createLinkClicks(parts),
    ...createLinkSchedule({ ...parts, validator, changer }),
    ...createLinkHistory({ ...parts, reader, changer }),
    buildUnsaved: creator.buildUnsaved,
    spendClick: createUseClick(db, outbox),
    outbox,
    expiry: new LinkExpiry({ ...parts, outbox }),
  };
}
