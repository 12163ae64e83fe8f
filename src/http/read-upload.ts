import { fileTooLarge, notOneFile } from './failures.ts';
import { readBytes } from './read-input.ts';
import type { UploadRule } from './route.ts';

const FORM = 'multipart/form-data';
// Extra bytes for the multipart headers around the file.
const FORM_BYTES = 4 * 1024;

async function filesOf(bytes: Uint8Array<ArrayBuffer>, contentType: string) {
  try {
    const form = await new Response(bytes, { headers: { 'Content-Type': contentType } }).formData();
    return [...form.values()].filter((value) => typeof value !== 'string');
  } catch (cause) {
    throw notOneFile({ cause });
  }
}

/** The uploaded file of a request, and its declared content type. */
interface Upload {
  file: Uint8Array;
  fileType: string;
  /** The body, if the handler reads it itself. */
  stream?: ReadableStream<Uint8Array> | null;
}

function typeIn(contentType: string): string {
  return (contentType.toLowerCase().split(';', 1)[0] ?? '').trim();
}

/** Reads the single file of a request. Ignores its name. */
export async function readUpload(request: Request, { types, maxBytes, isStreamed }: UploadRule): Promise<Upload> {
  const contentType = request.headers.get('Content-Type') ?? '';
  const fileType = typeIn(contentType);
  if (isStreamed) {
    if (fileType === FORM) throw notOneFile();
    if (Number(request.headers.get('Content-Length') ?? 0) > maxBytes) throw fileTooLarge();
    return { file: new Uint8Array(), fileType, stream: request.body };
  }
  if (types.includes(fileType)) return { file: await readBytes(request, maxBytes, fileTooLarge), fileType };
  if (fileType !== FORM) throw notOneFile();
  const body = await readBytes(request, maxBytes + FORM_BYTES, fileTooLarge);
  const [file, ...others] = await filesOf(body, contentType);
  if (!file || others.length > 0) throw notOneFile();
  if (file.size > maxBytes) throw fileTooLarge();
  return { file: await file.bytes(), fileType: typeIn(file.type) };
}
