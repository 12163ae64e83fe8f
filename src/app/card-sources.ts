import { CARD_VERSION, type Card } from '../cards/card.ts';
import { isTakenDown } from '../core/take-down.ts';
import { sha256 } from '../lib/token.ts';
import type { ItemKind } from '../resources/channels/channel.ts';
import { titleOf } from '../resources/links/link.ts';
import { encodedTextOf, pictureUrlOf } from '../resources/qr-codes/qr-code.ts';
import type { Services } from './services.ts';

/** A preview card that can be drawn. */
export interface FoundCard {
  /** A hash of everything that determines its appearance. */
  tag: string;
  /** Reads the card; undefined if a part of it has just changed. */
  read(): Promise<Card | undefined>;
}

/** Finds the card of an item of any owner; an item that an administrator disabled has none. */
export type CardSource = (id: number) => Promise<FoundCard | undefined>;

function found(facts: unknown[], read: FoundCard['read']): FoundCard {
  return { tag: sha256(JSON.stringify([CARD_VERSION, ...facts])).slice(0, 32), read };
}

function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\//, '');
}

/** The card content of each kind of item. */
export function createCardSources({ links, qrCodes, bioPages }: Services): Record<ItemKind, CardSource> {
  return {
    async links(id) {
      const link = await links.findById(id);
      if (!link || isTakenDown(link.disabledBy)) return undefined;
      const shortUrl = (await links.readShortUrls([link]))(link);
      const address = withoutScheme(shortUrl);
      const isLocked = link.passwordHash !== null;
      // The title often comes from the destination and would reveal it. Without a title, the link shows the host of the destination.
      const ownTitle = link.maxClicks === null ? titleOf(link) : link.metaTitle || address;
      const title = isLocked ? address : ownTitle;
      return found([title, shortUrl, isLocked], async () => ({
        title,
        address,
        isLocked,
        // The white area around the code is margin enough.
        code: { content: shortUrl, margin: 1 },
      }));
    },

    async qr(id) {
      const qr = await qrCodes.findById(id);
      if (!qr || isTakenDown(qr.disabledBy)) return undefined;
      const origin = (await qrCodes.readOrigins([qr]))(qr);
      const address = withoutScheme(pictureUrlOf(origin, qr));
      return found([qr.name, address, encodedTextOf(origin, qr), qr.design, qr.logoHash], async () => {
        const code = await qrCodes.readPicture(qr);
        return code && { title: qr.name, address, code };
      });
    },

    async bio(id) {
      const page = await bioPages.findById(id);
      if (!page) return undefined;
      const { title, link } = page;
      return found([title, link], async () => ({
        title,
        address: withoutScheme(link),
        code: { content: link, margin: 1 },
      }));
    },
  };
}
