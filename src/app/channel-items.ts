import type { BioService } from '../resources/bio/bio.service.ts';
import type { ItemSources } from '../resources/channels/channel.items.ts';
import type { LinkService } from '../resources/links/link.service.ts';
import { titleOf } from '../resources/links/link.ts';
import type { QrCodeService } from '../resources/qr-codes/qr-code.service.ts';
import { pictureUrlOf, type QrCode } from '../resources/qr-codes/qr-code.ts';

/** The services of the nouns whose items a channel can contain. */
interface Holders {
  links: LinkService;
  qrCodes: QrCodeService;
  bioPages: BioService;
}

/** Connects channels to the nouns whose items they contain. */
export function createItemSources({ links, qrCodes, bioPages }: Holders, baseUrl: string): ItemSources {
  async function findLinkItems(owner: number, ids: number[]) {
    const found = await links.findMany(owner, ids);
    const shortUrlOf = await links.readShortUrls(found);
    return found.map((link) => ({
      id: link.id,
      title: titleOf(link),
      link: shortUrlOf(link),
      createdAt: link.createdAt,
    }));
  }

  function toQrItem(qr: QrCode) {
    return { id: qr.id, title: qr.name, link: pictureUrlOf(baseUrl, qr), createdAt: qr.createdAt };
  }

  return {
    links: { find: findLinkItems, lock: links.lock },
    qr: { find: async (owner, ids) => (await qrCodes.findMany(owner, ids)).map(toQrItem), lock: qrCodes.lock },
    bio: bioPages,
  };
}
