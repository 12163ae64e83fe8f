/** Keeps the bytes of files by their number; knows nothing of owners. */
export interface FileStorage {
  /** Whole or not at all, and safe once it returns. */
  write(id: number, bytes: Uint8Array): Promise<void>;
  /** Undefined where there is none. */
  read(id: number): Promise<Uint8Array | undefined>;
  /** One that is missing is as good as removed. */
  remove(id: number): Promise<void>;
}
