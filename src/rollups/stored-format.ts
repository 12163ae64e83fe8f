/** Thrown if a newer version of Signpost wrote the bytes: this version must neither read nor overwrite them. */
export class NewerFormatError extends Error {
  constructor(what: string) {
    super(`${what} was written by a newer version of Signpost; run that version or a later one`);
  }
}

/** The number of dimensions in version 1 of the stored formats, which did not store it. */
export const VERSION_1_DIMENSIONS = 10;
