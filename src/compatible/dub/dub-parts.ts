import type { Db } from '../../db/db.ts';
import type { EndpointCaller } from '../../http/endpoint-caller.ts';
import type { Clock } from '../../lib/date-time.ts';
import type { DomainService } from '../../resources/domains/domain.service.ts';
import type { LinkService } from '../../resources/links/link.service.ts';
import type { DrawPicture } from '../../resources/qr-codes/picture-kind.ts';
import type { QrCodeService } from '../../resources/qr-codes/qr-code.service.ts';
import type { StatsService } from '../../stats/stats.service.ts';

/** What the compatible API of Dub is built from. */
export interface DubParts {
  endpoints: Pick<EndpointCaller, 'call'>;
  services: {
    links: Pick<LinkService, 'list' | 'get' | 'findMany' | 'findByUrl' | 'readShortUrls' | 'readListedExtras'>;
    stats: Pick<StatsService, 'readStats' | 'listClicks'>;
    qrCodes: Pick<QrCodeService, 'preview'>;
    domains: Pick<DomainService, 'findByName'>;
  };
  config: { baseUrl: string };
  /** For tags with a color. */
  db: Db;
  draw: DrawPicture;
  now: Clock;
}
