import { type Bytes, openBytes } from './mmdb-bytes.ts';
import { RecordReader, type Step } from './mmdb-record.ts';
import type { Groups } from './public-address.ts';

// Sixteen zero bytes separate the tree from the data.
const GAP = 16;
const MARK = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
const MAX_METADATA = 128 * 1024;
// Enough for every row of a country file; of a city file, the rows of recent visitors are cached, about 2 MB.
const MAX_ROWS = 10_000;

/** The location of an address, with the names in the data; unknown fields are empty. */
export interface Place {
  /** ISO alpha-2 in upper case. */
  readonly country: string;
  readonly region: string;
  readonly city: string;
}

/** The steps to a field in each layout: first the flat one, then MaxMind's. */
type Field = readonly (readonly Step[])[];

function field(...ways: (string | number)[][]): Field {
  return ways.map((way) => way.map((step) => (typeof step === 'string' ? Buffer.from(step) : step)));
}

const COUNTRY = field(['country_code'], ['country', 'iso_code']);
const REGION = field(['state1'], ['subdivisions', 0, 'names', 'en']);
const CITY = field(['city'], ['city', 'names', 'en']);

interface Shape {
  nodeCount: number;
  recordBits: number;
  ipVersion: number;
}

function findMetadata(bytes: Bytes): number {
  const tail = Math.max(0, bytes.length - MAX_METADATA);
  for (let at = bytes.length - MARK.length; at >= tail; at--) {
    const start = bytes.locate(at);
    if (bytes.pool[start] === MARK[0] && bytes.pool.compare(MARK, 0, MARK.length, start, start + MARK.length) === 0) {
      return at + MARK.length;
    }
  }
  throw new Error('It has no metadata');
}

function readShape(bytes: Bytes): Shape {
  const start = findMetadata(bytes);
  const reader = new RecordReader(bytes, start);
  const [nodeCount = 0, recordBits = 0, ipVersion = 0] = ['node_count', 'record_size', 'ip_version'].map((name) =>
    reader.readNumber(start, [Buffer.from(name)]),
  );
  if (![24, 28, 32].includes(recordBits)) throw new Error('The size of its records is not known');
  if (nodeCount === 0 || (nodeCount * recordBits) / 4 + GAP > start) throw new Error('It is not whole');
  return { nodeCount, recordBits, ipVersion };
}

function branchOf(view: DataView, at: number, recordBits: number, isRight: boolean): number {
  if (recordBits === 24) return view.getUint32(isRight ? at + 3 : at) >>> 8;
  if (recordBits === 32) return view.getUint32(isRight ? at + 4 : at);
  // With 28 bits, the upper four bits of both sides share the middle byte.
  const left = view.getUint32(at);
  if (isRight) return ((left & 0x0f) << 24) | (view.getUint32(at + 3) & 0xffffff);
  return ((left & 0xf0) << 20) | (left >>> 8);
}

/** A database in MaxMind's format. A row is a number that is valid only for this file; 0 means none. */
export class PlaceFile {
  readonly #bytes: Bytes;
  readonly #shape: Shape;
  readonly #records: RecordReader;
  readonly #treeLength: number;
  readonly #ipv4Root: number;
  readonly #ipv4Nodes = new Uint32Array(2 ** 16);
  readonly #places = new Map<number, Place>();

  constructor(path: string) {
    try {
      this.#bytes = openBytes(path);
      this.#shape = readShape(this.#bytes);
    } catch (cause) {
      throw new Error(`The file of places ${path} cannot be read as a MaxMind database (mmdb).`, { cause });
    }
    this.#treeLength = (this.#shape.nodeCount * this.#shape.recordBits) / 4;
    this.#records = new RecordReader(this.#bytes, this.#treeLength + GAP);
    // In a tree for IPv6, the IPv4 addresses are below 96 zero bits.
    this.#ipv4Root = this.#shape.ipVersion === 6 ? this.#walk(0, [0, 0, 0, 0, 0, 0]) : 0;
  }

  /** The row of an address. A file with IPv4 only would misread the first bits of IPv6, so IPv6 is not looked up in it. */
  find(address: Groups): number {
    const isIpv4 = address.length === 2;
    if (!isIpv4 && this.#shape.ipVersion !== 6) return 0;
    const node = isIpv4 ? this.#walk(this.#ipv4Node(address[0] ?? 0), address, 16) : this.#walk(0, address);
    return node > this.#shape.nodeCount ? node - this.#shape.nodeCount + this.#treeLength : 0;
  }

  /** The contents of a row; the same object as long as the row is cached. */
  placeIn(row: number): Place {
    let place = this.#places.get(row);
    if (place === undefined) {
      const country = this.#read(row, COUNTRY).toUpperCase();
      place = { country, region: this.#read(row, REGION), city: this.#read(row, CITY) };
      if (this.#places.size >= MAX_ROWS) this.#places.clear();
      this.#places.set(row, place);
    }
    return place;
  }

  #read(row: number, ways: Field): string {
    if (row === 0) return '';
    for (const way of ways) {
      const text = this.#records.readText(row, way);
      if (text !== '') return text;
    }
    return '';
  }

  /** The node of the first half of an IPv4 address. It is cached, because the upper nodes are read for every address. */
  #ipv4Node(group: number): number {
    const known = this.#ipv4Nodes[group] as number;
    if (known !== 0) return known;
    const node = this.#walk(this.#ipv4Root, [group]);
    this.#ipv4Nodes[group] = node;
    return node;
  }

  #walk(root: number, groups: Groups, from = 0): number {
    const bytes = this.#bytes;
    const { view } = bytes;
    const { nodeCount, recordBits } = this.#shape;
    const nodeLength = recordBits / 4;
    const bitCount = groups.length * 16;
    let node = root;
    for (let bit = from; bit < bitCount && node < nodeCount; bit++) {
      const isRight = (((groups[bit >> 4] ?? 0) << (bit & 15)) & 0x8000) !== 0;
      node = branchOf(view, bytes.locate(node * nodeLength), recordBits, isRight);
    }
    return node;
  }
}
