import { equalsSafely, sign } from '../lib/token.ts';
import { type ItemKind, type ItemName, itemKinds } from '../resources/channels/channel.ts';

/** The URLs of preview pictures, which are signed so that they cannot be guessed. */
export interface CardNames {
  urlOf(item: ItemName): string;
  /** The item of a preview URL; undefined if the URL is invalid or not signed by us. */
  read(path: string): ItemName | undefined;
}

const PATH = /^\/card\/([a-z]+)\/([1-9]\d{0,14})-([\w-]{22})\.png$/;
const SEAL_LENGTH = 22;

function isKind(text: string): text is ItemKind {
  return itemKinds.some((kind) => kind === text);
}

export function createCardNames(baseUrl: string, secret: string): CardNames {
  function sealOf({ kind, id }: ItemName): string {
    return sign(secret, `card ${kind} ${id}`).slice(0, SEAL_LENGTH);
  }

  return {
    urlOf: (item) => `${baseUrl}/card/${item.kind}/${item.id}-${sealOf(item)}.png`,

    read(path) {
      const [, kind = '', id, seal = ''] = PATH.exec(path) ?? [];
      if (!isKind(kind)) return undefined;
      const item = { kind, id: Number(id) };
      return equalsSafely(seal, sealOf(item)) ? item : undefined;
    },
  };
}
