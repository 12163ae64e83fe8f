import type { ItemSources } from '../resources/channels/channel.items.ts';
import { titleOf } from '../resources/links/link.ts';
import { pictureUrlOf, type QrCode } from '../resources/qr-codes/qr-code.ts';
import type { Services } from './services.ts';

/** What channels may ask each noun whose things they hold. */
export function createItemSources(
  { links, qrCodes, bioPages }: Pick<Services, 'links' | 'qrCodes' | 'bioPages'>,
  baseUrl: string,
): ItemSources {
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
    links: { find: findLinkItems, hold: links.hold },
    qr: { find: async (owner, ids) => (await qrCodes.findMany(owner, ids)).map(toQrItem), hold: qrCodes.hold },
    bio: bioPages,
  };
}
