import type { DomainService } from '../domains/domain.service.ts';
import type { ItemChannels } from './item-channels.ts';
import { createLinkCreating, type WritingParts } from './link.creating.ts';
import { createLinkJudge, type JudgeParts } from './link.judge.ts';
import { createLinkReading, type LinkReading } from './link.reading.ts';
import { createLinkWriting, type LinkWriting } from './link.writing.ts';
import { createLinkBulk, type LinkBulk } from './link-bulk.service.ts';
import { createLinkMembership, type LinkMembership } from './link-campaign.service.ts';
import * as counted from './link-clicks.store.ts';
import { createLinkImport, type LinkImport } from './link-import.service.ts';

/** What one can do with links. */
export interface LinkService extends LinkReading, LinkWriting, LinkMembership, LinkBulk, LinkImport {
  /** For the redirect: takes one click of a link that has only so many. */
  spendClick(id: number): Promise<boolean>;
}

interface Parts extends JudgeParts, WritingParts {
  domains: DomainService;
  channels: ItemChannels;
  isOwnHost(host: string): boolean;
}

export function createLinkService(parts: Parts): LinkService {
  const { db } = parts;
  const judge = createLinkJudge(parts);
  const creating = createLinkCreating({ ...parts, judge });
  return {
    ...createLinkReading(parts),
    ...createLinkWriting({ ...parts, judge, creating }),
    ...createLinkMembership(parts),
    ...createLinkBulk(parts),
    ...createLinkImport({ ...parts, judge, creating }),
    spendClick: (id) => counted.spendClick(db, id),
  };
}
