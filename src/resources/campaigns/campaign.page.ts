import { ALIAS } from '../../core/alias.ts';
import type { PeerSource } from '../../http/peer.ts';
import { readFields, splitUrl } from '../../http/request-url.ts';
import type { Log } from '../../lib/log.ts';
import { hostOf } from '../../lib/url.ts';
import { type CampaignFacts, type CampaignRow, campaignPage } from '../../pages/campaign.ts';
import { languageOf } from '../../pages/texts.ts';
import { unavailablePage } from '../../pages/unavailable.ts';
import type { LinkService } from '../links/link.service.ts';
import { hidesDestination, type ListedLink } from '../links/link.ts';
import type { CampaignService } from './campaign.service.ts';

interface Parts {
  campaigns: Pick<CampaignService, 'findPublic'>;
  links: Pick<LinkService, 'listLive' | 'readShortUrls'>;
  findUserId(username: string): Promise<number | undefined>;
  /** The response if there is no such page. */
  respondNotFound(request: Request, peers: PeerSource): Promise<Response>;
  log: Log;
}

type ListPage = (request: Request, peers: PeerSource, username: string, name: string) => Promise<Response>;

const PAGE_ROWS = 50;
// A larger campaign lists its newest 10,000 links.
const MAX_PAGE = 200;

/** The requested page; undefined if it cannot exist. */
function readPageNumber(request: Request): number | undefined {
  const { page = '1' } = readFields(splitUrl(request.url).query);
  return /^[1-9]\d{0,2}$/.test(page) && Number(page) <= MAX_PAGE ? Number(page) : undefined;
}

/** Serves the public page that lists the live links of a campaign. */
export function createListPage({ campaigns, links, findUserId, respondNotFound, log }: Parts): ListPage {
  /** What the page shows of a link. A protected link hides even its title, which is often the title of its destination. */
  function toRow(link: ListedLink, shortUrl: string): CampaignRow {
    const isProtected = link.passwordHash !== null;
    return {
      shortUrl,
      title: isProtected ? '' : link.metaTitle,
      host: hidesDestination(link) ? undefined : hostOf(link.url),
      isProtected,
    };
  }

  async function findFacts(username: string, name: string, page: number): Promise<CampaignFacts | undefined> {
    const userId = await findUserId(username);
    const campaign = userId === undefined ? undefined : await campaigns.findPublic(userId, name);
    if (!campaign) return undefined;
    // One row more than the page shows, to find out whether there is a next page.
    const listed = await links.listLive(campaign.id, { limit: PAGE_ROWS + 1, offset: (page - 1) * PAGE_ROWS });
    if (listed.length === 0 && page > 1) return undefined;
    const shown = listed.slice(0, PAGE_ROWS);
    const shortUrlOf = await links.readShortUrls(shown);
    const rows = shown.map((link) => toRow(link, shortUrlOf(link)));
    const hasMore = listed.length > PAGE_ROWS && page < MAX_PAGE;
    return { name: campaign.name, username: username.toLowerCase(), rows, page, hasMore };
  }

  return async (request, peers, username, name) => {
    const page = readPageNumber(request);
    if (page === undefined || !ALIAS.test(username) || !ALIAS.test(name)) return respondNotFound(request, peers);
    const language = languageOf(request);
    let facts: CampaignFacts | undefined;
    try {
      facts = await findFacts(username, name, page);
    } catch (error) {
      log.error('a list page could not be looked up', { error });
      return unavailablePage(language);
    }
    return facts ? campaignPage(language, facts) : respondNotFound(request, peers);
  };
}
