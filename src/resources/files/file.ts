import { type AppError, type FieldProblem, failure, failureWithParams, toFieldError } from '../../core/errors.ts';

/** A picture that a user uploaded, redrawn and stored as PNG. */
export interface StoredFile {
  id: number;
  width: number;
  height: number;
  /** In bytes. */
  size: number;
  createdAt: number;
}

/** What a page needs to show a picture without a layout shift. */
export type PagePicture = Pick<StoredFile, 'id' | 'width' | 'height'>;

/** The picture of a row that was joined with its file; null if it has none. */
export function pagePicture(id: number | null, width: number | null, height: number | null): PagePicture | null {
  return id === null || width === null || height === null ? null : { id, width, height };
}

/** The maximum number of files per user: each can take some megabytes of disk space. */
export const MAX_FILES = 100;

export const fileNotFound = failure('not_found', 'file_not_found', 'Get the ID from `GET /api/files`.');

export const pictureRefused = failureWithParams(
  'invalid',
  'picture_refused',
  'Read `errors`. Send a PNG or JPEG of at most 2 MB and 4096 x 4096 pixels that other programs can open.',
);

/** The failure of a request with a picture that cannot be used. */
export function refusePicture(problem: FieldProblem, cause?: unknown): AppError {
  const error = toFieldError('file', problem);
  return pictureRefused({ problem: error.message }, { fields: [error], cause });
}

export const tooManyFiles = failure('conflict', 'too_many_files', 'Delete one that is no longer needed.', {
  max: MAX_FILES,
});
