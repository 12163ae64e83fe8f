import { failure, failureWithParams } from '../core/errors.ts';

/** The service cannot be reached, asks to wait, or sends something else than expected. An import then waits and continues later. */
export const sourceUnavailable = failureWithParams(
  'unavailable',
  'source_unavailable',
  'Nothing is lost: resume the import once the service responds again.',
);

/** The service does not accept the key, or there is no such service at the address. */
export const sourceRefused = failureWithParams(
  'invalid',
  'source_refused',
  'Check the address of the service and the key, and whether the key may read links and statistics.',
);

/** The file is not what it should be; nothing was stored. */
export const fileNotReadable = failureWithParams(
  'invalid',
  'file_not_readable',
  'Export the file again and import it unchanged. `from` must name the product that it comes from.',
);

/** The product has no such way in: only a file, or only an address. */
export const inputNotSupported = failureWithParams(
  'invalid',
  'input_not_supported',
  'See the page of the product in docs/moving.',
);

export const importRunning = failure(
  'conflict',
  'import_running',
  'Wait until it has ended, or cancel it: a workspace has one import at a time.',
);

/** How many imports of a user may run or be paused at a time; each may keep a file of a gigabyte. */
export const MAX_UNFINISHED = 3;

export const tooManyUnfinishedImports = failure(
  'conflict',
  'too_many_unfinished_imports',
  'Cancel a paused import, or wait until one has ended; your imports in other workspaces count too.',
  { max: MAX_UNFINISHED },
);

/** The import was paused for a week. */
export const importExpired = failure(
  'conflict',
  'import_expired',
  'Start it again with the same file or address: what it stored is kept and recognized.',
);

export const importNotFound = failure('not_found', 'import_not_found', 'Use an ID that `GET /api/imports` lists.');

/** The import is in another state, such as ended. */
export const importNotPossible = failure(
  'conflict',
  'import_not_possible',
  'Read its `status`: a running import can be paused, a paused one resumed, and both canceled.',
);

/** The command that imported has ended before its import did. */
export const importInterrupted = failure(
  'unavailable',
  'import_interrupted',
  'Run the same command again to continue where it stopped, or cancel the import.',
);

/** The process of an import in the background has failed several times. */
export const importCrashed = failure(
  'unavailable',
  'import_crashed',
  'Resume the import to try again. The log of the server says why its process failed.',
);

/** Somebody else stopped the import of a command. */
export const importStopped = failure(
  'conflict',
  'import_stopped',
  'Run the command again to continue, unless it was canceled.',
);
