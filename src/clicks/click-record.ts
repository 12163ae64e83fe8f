import { NewerFormatError } from '../rollups/stored-format.ts';
import { nounCodes, type VisitedNoun, visitedNouns } from '../rollups/subject.ts';
import { decodeText, RecentTexts } from './recent-texts.ts';

/** A visit as the redirect saw it, before anything is derived from it. */
export interface ClickRecord {
  noun: VisitedNoun;
  /** The number of what was visited. */
  id: number;
  /** Epoch milliseconds. */
  at: number;
  isHead: boolean;
  /** Whether the QR code of the link was scanned. */
  isScan: boolean;
  /** The address at the other end of the connection. */
  peer: string;
  forwardedFor: string;
  agent: string;
  language: string;
  referrer: string;
  /** The `Purpose` header of a browser that loads a page in advance. */
  purpose: string;
  /** The query of the destination from its first UTM parameter on; '' for most destinations. */
  utm: string;
  /** What chose the destination, as UTF-8 with one byte per character; '' for the destination of the link itself. */
  route: string;
}

/**
 * Memory that holds records. A record consists of 32-bit words:
 * - the number of bytes after the first two words
 * - the checksum of these bytes
 * - the version (8 bits), flags (8 bits) and the noun (16 bits)
 * - the id and the time, two words each
 * - the texts, each with its length in one word, padded with zeros to a whole word: six in version 2; version 3 adds `utm`,
 *   version 4 also `route`
 */
export interface RecordSpace {
  words: Int32Array;
  /** The same memory. */
  bytes: Latin1Buffer;
}

/** A buffer with a method that its type lacks. `write` with the encoding `latin1` does the same, but takes twice as long. */
type Latin1Buffer = Buffer & { latin1Write(text: string, offset: number, length: number): number };

const HEAD_WORDS = 2;
const FIXED_WORDS = 7;
const MIN_TEXTS = 6;
const MAX_TEXTS = 8;
const MIN_BYTES = (FIXED_WORDS - HEAD_WORDS + MIN_TEXTS) * 4;

// A record has the lowest version that can hold it: most have neither UTM parameters nor a route.
const VERSION = 2;
const VERSION_WITH_UTM = 3;
const VERSION_WITH_ROUTE = 4;
const HEAD_METHOD = 1 << 8;
// A version that does not know this bit counts the scan as a plain click.
const SCAN = 1 << 9;
// 0 for a link: links were the first noun, and their records had no code.
const NOUN_SHIFT = 16;
const TWO_32 = 2 ** 32;

const MAX_TEXT = 640;

/** Makes memory usable for records; it must begin at a whole word. */
export function recordSpaceOf({ buffer, byteOffset, byteLength }: Uint8Array): RecordSpace {
  return {
    words: new Int32Array(buffer, byteOffset, byteLength >>> 2),
    bytes: Buffer.from(buffer, byteOffset, byteLength) as Latin1Buffer,
  };
}

/** The size of the largest record. */
export const MAX_RECORD_BYTES = (FIXED_WORDS + MAX_TEXTS * (1 + MAX_TEXT / 4)) * 4;

function wordsOf(text: string): number {
  return 1 + ((Math.min(text.length, MAX_TEXT) + 3) >>> 2);
}

/** The size of a record in bytes. */
export function recordBytes(record: ClickRecord): number {
  const { peer, forwardedFor, agent, language, referrer, purpose, utm, route } = record;
  const texts = wordsOf(peer) + wordsOf(forwardedFor) + wordsOf(agent) + wordsOf(language) + wordsOf(referrer);
  let added = 0;
  if (route !== '') added = wordsOf(utm) + wordsOf(route);
  else if (utm !== '') added = wordsOf(utm);
  return (FIXED_WORDS + texts + wordsOf(purpose) + added) * 4;
}

function versionOf({ utm, route }: ClickRecord): number {
  if (route !== '') return VERSION_WITH_ROUTE;
  return utm === '' ? VERSION : VERSION_WITH_UTM;
}

/**
 * Adds a word to a checksum. Every step is reversible, so a change within one word is always detected. It needs no table, which would
 * leave the processor cache between two requests.
 */
function addToCheck(check: number, word: number): number {
  const mixed = Math.imul(word, 0xcc9e2d51);
  const added = check ^ Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593);
  return (Math.imul((added << 13) | (added >>> 19), 5) + 0xe6546b64) | 0;
}

/** The checksum begins with the number of the segment: a record is valid only in the segment that it was written to. */
function checkOf(words: Int32Array, from: number, to: number, seed: number): number {
  let check = seed ^ (to - from);
  for (let index = from; index < to; index += 1) check = addToCheck(check, words[index] as number);
  return check;
}

// From this length on, one native call takes less time than a loop over the characters: 70 ns instead of 250 ns for the 120 characters of
// a usual user agent.
const LONG_TEXT = 40;

/** Writes the characters of a long text after its length; returns the next word. */
function writeLongText({ words, bytes }: RecordSpace, from: number, text: string, length: number): number {
  const end = from + ((length + 3) >>> 2);
  words[end - 1] = 0;
  bytes.latin1Write(text, from << 2, length);
  return end;
}

/** Writes a text, one byte per character; returns the next word. */
function writeText(space: RecordSpace, from: number, text: string): number {
  const { words } = space;
  const length = Math.min(text.length, MAX_TEXT);
  words[from] = length;
  if (length >= LONG_TEXT) return writeLongText(space, from + 1, text, length);
  const whole = length & ~3;
  let word = from + 1;
  let index = 0;
  for (; index < whole; index += 4) {
    words[word++] =
      (text.charCodeAt(index) & 0xff) |
      ((text.charCodeAt(index + 1) & 0xff) << 8) |
      ((text.charCodeAt(index + 2) & 0xff) << 16) |
      (text.charCodeAt(index + 3) << 24);
  }
  if (index < length) {
    let rest = 0;
    for (let shift = 0; index < length; index += 1, shift += 8) rest |= (text.charCodeAt(index) & 0xff) << shift;
    words[word++] = rest;
  }
  return word;
}

/**
 * Writes a record at an offset with `recordBytes` free bytes, and returns the offset after it. The length is written last, because it
 * makes the record valid.
 */
export function writeRecord(space: RecordSpace, at: number, record: ClickRecord, seed: number): number {
  const { words } = space;
  const start = at >>> 2;
  const noun = record.noun === 'link' ? 0 : nounCodes[record.noun] << NOUN_SHIFT;
  const version = versionOf(record);
  words[start + 2] = version | (record.isHead ? HEAD_METHOD : 0) | (record.isScan ? SCAN : 0) | noun;
  words[start + 3] = record.id | 0;
  words[start + 4] = record.id / TWO_32;
  words[start + 5] = record.at | 0;
  words[start + 6] = record.at / TWO_32;
  let end = writeText(space, start + FIXED_WORDS, record.peer);
  end = writeText(space, end, record.forwardedFor);
  end = writeText(space, end, record.agent);
  end = writeText(space, end, record.language);
  end = writeText(space, end, record.referrer);
  end = writeText(space, end, record.purpose);
  if (version >= VERSION_WITH_UTM) end = writeText(space, end, record.utm);
  if (version === VERSION_WITH_ROUTE) end = writeText(space, end, record.route);
  words[start + 1] = checkOf(words, start + HEAD_WORDS, end, seed);
  words[start] = (end - start - HEAD_WORDS) << 2;
  return end << 2;
}

/** The distance to the next record in bytes; 0 if none was written, -1 if the bytes are not a record. */
export function stepOver({ words }: RecordSpace, at: number, end: number, seed: number): number {
  const start = at >>> 2;
  if (at + HEAD_WORDS * 4 > end) return 0;
  const bytes = words[start] ?? 0;
  if (bytes === 0 && words[start + 1] === 0) return 0;
  const total = bytes + HEAD_WORDS * 4;
  if (bytes < MIN_BYTES || total > MAX_RECORD_BYTES || (bytes & 3) !== 0 || at + total > end) return -1;
  return checkOf(words, start + HEAD_WORDS, start + (total >>> 2), seed) === words[start + 1] ? total : -1;
}

function nounOf(code: number): VisitedNoun {
  const noun = code === 0 ? 'link' : visitedNouns.find((visited) => nounCodes[visited] === code);
  if (noun === undefined) throw new NewerFormatError('A journal of clicks');
  return noun;
}

const recent = new RecentTexts();

function readVersion({ words, bytes }: RecordSpace, at: number, version: number): ClickRecord {
  const start = at >>> 2;
  const kind = words[start + 2] ?? 0;
  let word = start + FIXED_WORDS;
  function readText(isRecent = true): string {
    const from = word;
    const length = words[from] ?? 0;
    word += 1 + ((length + 3) >>> 2);
    if (length === 0) return '';
    return isRecent ? recent.read(words, bytes, from, word) : decodeText(words, bytes, from);
  }
  return {
    noun: nounOf(kind >>> NOUN_SHIFT),
    id: readU64(words, start + 3),
    at: readU64(words, start + 5),
    isHead: (kind & HEAD_METHOD) !== 0,
    isScan: (kind & SCAN) !== 0,
    peer: readText(),
    // There are more addresses than the recent texts have room for.
    forwardedFor: readText(false),
    agent: readText(),
    language: readText(),
    referrer: readText(),
    purpose: readText(),
    utm: version >= VERSION_WITH_UTM ? readText() : '',
    route: version >= VERSION_WITH_ROUTE ? readText() : '',
  };
}

/**
 * Reads the record at an offset that `stepOver` has accepted. Returns undefined if no version of Signpost writes such a record; throws if
 * a newer version wrote it.
 */
export function readRecord(space: RecordSpace, at: number): ClickRecord | undefined {
  const version = (space.words[(at >>> 2) + 2] ?? 0) & 0xff;
  if (version > VERSION_WITH_ROUTE) throw new NewerFormatError('A journal of clicks');
  // The first version was 2.
  return version < VERSION ? undefined : readVersion(space, at, version);
}

function readU64(words: Int32Array, word: number): number {
  return ((words[word] ?? 0) >>> 0) + (words[word + 1] ?? 0) * TWO_32;
}
