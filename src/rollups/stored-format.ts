/** A newer version of Signpost wrote these bytes: this one must neither read them nor write over them. */
export class NewerFormatError extends Error {
  constructor(what: string) {
    super(`${what} was written by a newer version of Signpost; run that version or a later one`);
  }
}

/** How many dimensions there were before stored bytes said so themselves. */
export const VERSION_1_DIMENSIONS = 10;
