/** Stores the bytes of files by id; it does not know their owners. */
export interface FileStorage {
  /** Atomic, and durable once it resolves. */
  write(id: number, bytes: Uint8Array): Promise<void>;
  /** Undefined if there is none. */
  read(id: number): Promise<Uint8Array | undefined>;
  /** Succeeds if the file does not exist. */
  remove(id: number): Promise<void>;
}
