import { mapPage } from '../../core/paging.ts';
import { ok, pageBody } from '../../http/envelope.ts';
import { fileTooLarge, notOneFile } from '../../http/failures.ts';
import { idParams, pageQuery } from '../../http/fields.ts';
import { type Route, route, uploadRoute } from '../../http/route.ts';
import { formatDateTime } from '../../lib/date-time.ts';
import { MAX_PICTURE_BYTES } from '../../lib/picture/redraw-picture.ts';
import * as contract from './file.contract.ts';
import type { FileService } from './file.service.ts';
import { fileNotFound, pictureRefused, type StoredFile, tooManyFiles } from './file.ts';

const picture = {
  types: ['image/png', 'image/jpeg'],
  maxBytes: MAX_PICTURE_BYTES,
  means: 'PNG or JPEG, at most 2 MB and 4096 x 4096 pixels',
};

interface Parts {
  files: FileService;
  urlOf: (id: number) => string;
}

/** `urlOf` returns the public URL of a file. */
export function fileRoutes({ files, urlOf }: Parts): Route[] {
  const group = 'Files';

  function toView({ id, width, height, size, createdAt }: StoredFile): contract.FileView {
    return { id, type: 'png', width, height, url: urlOf(id), size, date: formatDateTime(createdAt) };
  }

  return [
    route({
      method: 'GET',
      path: '/api/files',
      scope: 'files:read',
      group,
      summary: 'List uploaded images, newest first',
      query: pageQuery,
      answer: contract.filePage,
      handle: async ({ caller, query }) =>
        pageBody('files', mapPage(await files.list(caller.workspaceId, query), toView)),
    }),

    uploadRoute({
      method: 'POST',
      path: '/api/file',
      scope: 'files:write',
      group,
      summary: 'Upload an image; it is stored as PNG without metadata',
      takes: picture,
      answer: contract.addFileAnswer,
      fails: [notOneFile, fileTooLarge, pictureRefused, tooManyFiles],
      handle: async ({ caller, file }) => {
        const { id, width, height } = await files.add(caller.workspaceId, file);
        return ok({ id, type: 'png' as const, width, height, url: urlOf(id) });
      },
    }),

    route({
      method: 'DELETE',
      path: '/api/file/:id/delete',
      scope: 'files:write',
      group,
      summary: 'Delete an uploaded image',
      params: idParams,
      answer: contract.deleteFileAnswer,
      fails: [fileNotFound],
      handle: async ({ caller, params }) => {
        await files.remove(caller.workspaceId, params.id);
        return ok({ message: 'File has been deleted successfully.' as const });
      },
    }),
  ];
}
