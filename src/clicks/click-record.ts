/** A visit as the redirect saw it, nothing worked out yet. */
export interface ClickRecord {
  linkId: number;
  /** Epoch milliseconds. */
  at: number;
  isHead: boolean;
  /** The address at the other end of the connection. */
  peer: string;
  forwardedFor: string;
  agent: string;
  language: string;
  referrer: string;
  /** Why a browser says that it asks ahead of time. */
  purpose: string;
}

/** Bytes before the payload: its length, then its check. */
export const HEAD_BYTES = 8;

// Payload: version, method, two bytes free, link, time, then the texts with a NUL between them; a header can hold no NUL.
const VERSION = 1;
const VERSION_AT = 8;
const METHOD_AT = 9;
const LINK_AT = 12;
const TIME_AT = 20;
const TEXT_AT = 28;
const TEXT_COUNT = 6;
const LEAST_LENGTH = TEXT_AT - HEAD_BYTES + TEXT_COUNT - 1;

/** No record is longer than this, head and padding included. */
export const MAX_RECORD_BYTES = 4_096;
const MAX_TEXT_BYTES = MAX_RECORD_BYTES - TEXT_AT - 4;

/** Memory in which records stand, seen in the three ways that writing takes. */
export interface RecordSpace {
  bytes: Buffer;
  view: DataView;
  words: Int32Array;
}

/** The views of some bytes, which must begin at a multiple of four. */
export function viewRecords({ buffer, byteOffset, byteLength }: Uint8Array): RecordSpace {
  return {
    bytes: Buffer.from(buffer, byteOffset, byteLength),
    view: new DataView(buffer, byteOffset, byteLength),
    words: new Int32Array(buffer, byteOffset, byteLength >>> 2),
  };
}

/** The texts of a record in one, as `writeRecord` takes them. */
export function joinTexts(
  peer: string,
  forwardedFor: string,
  agent: string,
  language: string,
  referrer: string,
  purpose: string,
): string {
  return `${peer}\0${forwardedFor}\0${agent}\0${language}\0${referrer}\0${purpose}`;
}

/** How many bytes a record with these texts takes. */
export function recordBytes(texts: string): number {
  return (TEXT_AT + Math.min(texts.length, MAX_TEXT_BYTES) + 3) & ~3;
}

/**
 * The check over a payload, which is padded with zeros to a multiple of four. Each step maps words one to one, so that no change
 * within one word goes unseen; and it needs no table, which between two requests would have left the cache. The seed is the
 * segment's number: no record counts in a segment that it was not written to.
 */
function checkOf(words: Int32Array, at: number, length: number, seed: number): number {
  const end = (at + HEAD_BYTES + length + 3) >>> 2;
  let check = seed ^ length;
  for (let index = (at + HEAD_BYTES) >>> 2; index < end; index += 1) {
    let word = Math.imul(words[index] ?? 0, 0xcc9e2d51);
    word = (word << 15) | (word >>> 17);
    check ^= Math.imul(word, 0x1b873593);
    check = (check << 13) | (check >>> 19);
    check = (Math.imul(check, 5) + 0xe6546b64) | 0;
  }
  return check;
}

/** Writes a record at `at`; `recordBytes` must be free there. The length goes last: until it stands, there is no record. */
export function writeRecord(
  { bytes, view, words }: RecordSpace,
  at: number,
  linkId: number,
  time: number,
  isHead: boolean,
  texts: string,
  seed: number,
): void {
  const written = bytes.write(texts, at + TEXT_AT, Math.min(texts.length, MAX_TEXT_BYTES), 'latin1');
  view.setUint8(at + VERSION_AT, VERSION);
  view.setUint8(at + METHOD_AT, isHead ? 1 : 0);
  view.setFloat64(at + LINK_AT, linkId, true);
  view.setFloat64(at + TIME_AT, time, true);
  const length = TEXT_AT - HEAD_BYTES + written;
  // What follows was never written, or wiped: the padding is zero already.
  view.setInt32(at + 4, checkOf(words, at, length, seed), true);
  view.setUint32(at, length, true);
}

/** Bytes from one record to the next; 0 where none was written, -1 where what stands there is none. */
export function stepOver({ view, words }: RecordSpace, at: number, end: number, seed: number): number {
  if (at + HEAD_BYTES > end) return 0;
  const length = view.getUint32(at, true);
  const check = view.getInt32(at + 4, true);
  if (length === 0 && check === 0) return 0;
  if (length < LEAST_LENGTH || length > MAX_RECORD_BYTES - HEAD_BYTES || at + HEAD_BYTES + length > end) return -1;
  return checkOf(words, at, length, seed) === check ? (HEAD_BYTES + length + 3) & ~3 : -1;
}

/** The record at `at`, which `stepOver` has found good; undefined where it is of a version that this program does not know. */
export function readRecord({ bytes }: RecordSpace, at: number): ClickRecord | undefined {
  const end = at + HEAD_BYTES + bytes.readUInt32LE(at);
  const texts = bytes.toString('latin1', at + TEXT_AT, end).split('\0');
  if (bytes.readUInt8(at + VERSION_AT) !== VERSION || texts.length !== TEXT_COUNT) return undefined;
  const [peer = '', forwardedFor = '', agent = '', language = '', referrer = '', purpose = ''] = texts;
  return {
    linkId: bytes.readDoubleLE(at + LINK_AT),
    at: bytes.readDoubleLE(at + TIME_AT),
    isHead: bytes.readUInt8(at + METHOD_AT) === 1,
    peer,
    forwardedFor,
    agent,
    language,
    referrer,
    purpose,
  };
}
