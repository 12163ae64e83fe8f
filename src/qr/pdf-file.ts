import { deflateSync } from 'node:zlib';

/** Writes the numbered objects of a PDF; the first one added is number 1. */
export class PdfFile {
  readonly #parts: Buffer[] = [Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  readonly #offsets: number[] = [];
  #length = this.#parts[0]?.length ?? 0;

  #push(bytes: Buffer): void {
    this.#parts.push(bytes);
    this.#length += bytes.length;
  }

  /** Adds an object with this body and returns its number. */
  add(body: string): number {
    this.#offsets.push(this.#length);
    this.#push(Buffer.from(`${this.#offsets.length} 0 obj\n${body}\nendobj\n`, 'latin1'));
    return this.#offsets.length;
  }

  /** Compresses and adds bytes; `entries` are the entries of the dictionary except length and filter. */
  addStream(entries: string, bytes: Uint8Array): number {
    const packed = deflateSync(bytes);
    this.#offsets.push(this.#length);
    const head = `${this.#offsets.length} 0 obj\n<< ${entries} /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`;
    this.#push(Buffer.from(head, 'latin1'));
    this.#push(packed);
    this.#push(Buffer.from('\nendstream\nendobj\n', 'latin1'));
    return this.#offsets.length;
  }

  /** Returns the whole file; call it after all objects are added. */
  finish(root: number): Uint8Array {
    const start = this.#length;
    const lines = this.#offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
    const count = lines.length + 1;
    this.#push(Buffer.from(`xref\n0 ${count}\n0000000000 65535 f \n${lines.join('')}`, 'latin1'));
    this.#push(Buffer.from(`trailer\n<< /Size ${count} /Root ${root} 0 R >>\nstartxref\n${start}\n%%EOF\n`, 'latin1'));
    return Buffer.concat(this.#parts);
  }
}
