import type { OwnerScope } from '../../../core/owner-scope.ts';
import type { Db } from '../../../db/db.ts';
import { csvLine } from '../../../lib/csv.ts';
import type { Clock } from '../../../lib/date-time.ts';
import { streamText } from '../../../lib/text-stream.ts';
import type { ItemChannels } from '../item-channels.ts';
import type { LinkFilters } from '../link.contract.ts';
import type { Link } from '../link.ts';
import { listLinksBefore } from '../link-list.store.ts';
import { findPixelIdsByLink } from '../link-pixel.store.ts';
import type { LinkReader } from '../link-read.service.ts';
import { exportColumns, toCells } from './link-export.columns.ts';

/** Writes links to a file. */
export interface LinkExport {
  /** Streams the links that match the filters as CSV with every column, newest first. */
  exportLinks(scope: OwnerScope, filters: LinkFilters): Promise<ReadableStream<Uint8Array>>;
}

interface Parts {
  /** It may use a replica. */
  readDb: Db;
  reader: Pick<LinkReader, 'resolveFilters' | 'readShortUrls' | 'readListedExtras'>;
  channels: Pick<ItemChannels, 'findNames'>;
  now: Clock;
}

// They take a few milliseconds, in which the thread serves nothing else.
const LINKS_AT_ONCE = 50;

// Tells spreadsheets that the file is UTF-8.
const BYTE_ORDER_MARK = '\ufeff';

export function createLinkExport({ readDb, reader, channels, now }: Parts): LinkExport {
  async function writeLines(links: Link[]): Promise<string> {
    const ids = links.map(({ id }) => id);
    const shortUrlOf = await reader.readShortUrls(links);
    const extrasOf = await reader.readListedExtras(links);
    const channelNames = await channels.findNames(ids);
    const pixels = await findPixelIdsByLink(readDb, ids);
    return links
      .map((link) => ({
        ...{ link, shorturl: shortUrlOf(link), ...extrasOf(link) },
        channels: channelNames.get(link.id) ?? [],
        pixels: pixels.get(link.id) ?? [],
      }))
      .map((row) => csvLine(toCells(row, now())))
      .join('');
  }

  async function* writeFile(scope: OwnerScope, filters: LinkFilters): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + csvLine(exportColumns);
    const stored = await reader.resolveFilters(scope, filters);
    if (!stored) return;
    for (let last = Number.MAX_SAFE_INTEGER; ; ) {
      const links = await listLinksBefore(readDb, scope, stored, { id: last, limit: LINKS_AT_ONCE });
      if (links.length > 0) yield await writeLines(links);
      if (links.length < LINKS_AT_ONCE) return;
      last = links.at(-1)?.id ?? 0;
    }
  }

  return { exportLinks: async (scope, filters) => streamText(writeFile(scope, filters)) };
}
