import type { BioService } from '../resources/bio/bio.service.ts';
import type { ItemSources } from '../resources/channels/channel.items.ts';
import type { LinkService } from '../resources/links/link.service.ts';
import { titleOf } from '../resources/links/link.ts';
import type { QrCodeService } from '../resources/qr-codes/qr-code.service.ts';
import { pictureUrlOf } from '../resources/qr-codes/qr-code.ts';

/** The services of the nouns whose items a channel can contain. */
interface Holders {
  links: LinkService;
  qrCodes: QrCodeService;
  bioPages: BioService;
}

/** Connects channels to the nouns whose items they contain. */
export function createItemSources({ links, qrCodes, bioPages }: Holders): ItemSources {
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

  async function findQrItems(owner: number, ids: number[]) {
    const found = await qrCodes.findMany(owner, ids);
    const originOf = await qrCodes.readOrigins(found);
    return found.map((qr) => ({
      id: qr.id,
      title: qr.name,
      link: pictureUrlOf(originOf(qr), qr),
      createdAt: qr.createdAt,
    }));
  }

  return {
    links: { find: findLinkItems, lock: links.lock },
    qr: { find: findQrItems, lock: qrCodes.lock },
    bio: bioPages,
  };
}
