// The layout is that of RFC 8446, section 4.1.2, in records of section 5.1.
const HANDSHAKE_RECORD = 0x16;
const CLIENT_HELLO = 1;
const RECORD_HEAD_BYTES = 5;
const HELLO_HEAD_BYTES = 4;
const VERSION_AND_RANDOM_BYTES = 34;
const ALPN_EXTENSION = 16;

/** Reads numbers and blocks one after the other; throws a RangeError at the end of the bytes. */
class BlockReader {
  readonly #bytes: Buffer;
  #offset = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#offset >= this.#bytes.length;
  }

  number(size: 1 | 2): number {
    const value = this.#bytes.readUIntBE(this.#offset, size);
    this.#offset += size;
    return value;
  }

  skip(size: number): void {
    this.#offset += size;
  }

  /** A block after its length. */
  block(lengthSize: 1 | 2): Buffer {
    const length = this.number(lengthSize);
    const end = this.#offset + length;
    if (end > this.#bytes.length) throw new RangeError('the block is cut off');
    const found = this.#bytes.subarray(this.#offset, end);
    this.#offset = end;
    return found;
  }
}

function listProtocols(hello: Buffer): string[] {
  const reader = new BlockReader(hello);
  reader.skip(HELLO_HEAD_BYTES + VERSION_AND_RANDOM_BYTES);
  reader.block(1);
  reader.block(2);
  reader.block(1);
  const extensions = new BlockReader(reader.block(2));
  while (!extensions.isAtEnd) {
    const type = extensions.number(2);
    const content = extensions.block(2);
    if (type !== ALPN_EXTENSION) continue;
    const names = new BlockReader(new BlockReader(content).block(2));
    const protocols: string[] = [];
    while (!names.isAtEnd) protocols.push(names.block(1).toString('latin1'));
    return protocols;
  }
  return [];
}

/** The protocols that the first bytes of a TLS connection offer (ALPN); undefined if more bytes are needed, empty if it is not TLS. */
export function readOfferedProtocols(bytes: Buffer): string[] | undefined {
  if (bytes.length > 0 && bytes[0] !== HANDSHAKE_RECORD) return [];
  if (bytes.length < RECORD_HEAD_BYTES + HELLO_HEAD_BYTES) return undefined;
  const recordBytes = bytes.readUInt16BE(3);
  if (bytes[RECORD_HEAD_BYTES] !== CLIENT_HELLO) return [];
  if (bytes.length < RECORD_HEAD_BYTES + recordBytes) return undefined;
  try {
    return listProtocols(bytes.subarray(RECORD_HEAD_BYTES, RECORD_HEAD_BYTES + recordBytes));
  } catch {
    return [];
  }
}
