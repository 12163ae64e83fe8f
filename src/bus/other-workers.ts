/** Handles the messages that other workers send to this process. */
export interface WorkerListener {
  onBroadcast(message: unknown): void;
  onQuery(question: string): Promise<unknown>;
}

/** The other worker processes of this installation on the same machine. */
export interface OtherWorkers {
  /** The number of this worker, from 1; undefined if it is the only process. */
  number?: number;
  /** Sends a message to all of them without waiting. */
  broadcast(message: unknown): void;
  /** Asks all of them. Workers that have ended or have no reply are left out; if one takes too long, the result is empty. */
  query(question: string): Promise<unknown[]>;
  /** Sets the listener of this process. */
  listen(listener: WorkerListener): void;
}

/** For a process that serves alone. */
export const NO_OTHER_WORKERS: OtherWorkers = { broadcast: () => {}, query: async () => [], listen: () => {} };
