import { failure } from '../../core/errors.ts';

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

export const fileNotFound = failure(
  'not_found',
  'file_not_found',
  'File not found.',
  'Take the id from `GET /api/files`.',
);

export const pictureRefused = failure(
  'invalid',
  'picture_refused',
  'The picture cannot be used.',
  'Read `message`. Send a PNG or JPEG of at most 2 MB and 4096 x 4096 pixels that other programs can open.',
);

export const tooManyFiles = failure(
  'conflict',
  'too_many_files',
  `There are ${MAX_FILES} files already.`,
  'Delete one that is no longer needed.',
);
