import { createHmac } from 'node:crypto';

/** What has an id in Kutt's API. */
export type KuttNoun = 'link' | 'domain';

/** Converts our numbers to the UUIDs of Kutt and back. */
export interface KuttIds {
  write(noun: KuttNoun, id: number): string;
  /** The number in a UUID that `write` made for this noun; undefined for any other text. */
  read(noun: KuttNoun, uuid: string): number | undefined;
}

// A UUID of version 4 has 30 free hexadecimal digits: a tag of 16, then the id in 14, hidden by a mask.
const TAG_DIGITS = 16;
const ID_DIGITS = 14;
const UUID = /^([\da-f]{8})-([\da-f]{4})-4([\da-f]{3})-8([\da-f]{3})-([\da-f]{12})$/;

/**
 * UUIDs that need no column: each contains its id, encrypted and authenticated by the secret. So they are the same forever, and
 * nobody can compute that of another link.
 */
export function createKuttIds(secret: string): KuttIds {
  function hash(text: string): string {
    return createHmac('sha256', secret).update(`kutt ${text}`).digest('hex');
  }

  function tagOf(noun: KuttNoun, id: bigint): string {
    return hash(`${noun} ${id}`).slice(0, TAG_DIGITS);
  }

  function maskOf(tag: string): bigint {
    return BigInt(`0x${hash(`mask ${tag}`).slice(0, ID_DIGITS)}`);
  }

  return {
    write(noun, id) {
      const tag = tagOf(noun, BigInt(id));
      const digits = tag + (BigInt(id) ^ maskOf(tag)).toString(16).padStart(ID_DIGITS, '0');
      const part = (from: number, to: number) => digits.slice(from, to);
      return `${part(0, 8)}-${part(8, 12)}-4${part(12, 15)}-8${part(15, 18)}-${part(18, 30)}`;
    },

    read(noun, uuid) {
      const digits = UUID.exec(uuid.toLowerCase())?.slice(1).join('');
      if (digits === undefined) return undefined;
      const tag = digits.slice(0, TAG_DIGITS);
      const id = BigInt(`0x${digits.slice(TAG_DIGITS)}`) ^ maskOf(tag);
      return tagOf(noun, id) === tag ? Number(id) : undefined;
    },
  };
}
