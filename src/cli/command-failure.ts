/** A command failed for a reason that its message explains; exit code 1. */
export class CommandFailure extends Error {
  /** Shown below the message, one on a line. */
  readonly details: string[];

  constructor(message: string, details: string[] = []) {
    super(message);
    this.name = 'CommandFailure';
    this.details = details;
  }
}
