import { AppError, keyRequired } from '../core/errors.ts';
import { bodyBroken } from '../http/failures.ts';
import { assertStorable } from '../http/outside-text.ts';
import { parseJson, readBytes } from '../http/read-input.ts';
import { readFields, splitUrl } from '../http/request-url.ts';
import type { AdmittedCaller } from './product.ts';

/** The parameters of a request by name; a name that it does not contain is undefined. */
export type Parameters = Partial<Record<string, string>>;

async function readFormData(body: Uint8Array<ArrayBuffer>, type: string): Promise<Parameters> {
  try {
    const form = await new Response(body, { headers: { 'Content-Type': type } }).formData();
    return Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
  } catch (cause) {
    throw bodyBroken({ cause });
  }
}

/** The values of a JSON object as text; those that have parts stay JSON. */
function readJsonObject(body: Uint8Array): Parameters {
  const entries = Object.entries(parseJson(body)).filter(([, value]) => value !== null);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
  );
}

/** Whether a text was not UTF-8: then what was sent is lost, and must not be stored. */
export function isGarbled(text: string): boolean {
  return text.includes('\ufffd');
}

async function readTexts(request: Request, takesJson: boolean): Promise<Parameters> {
  const inQuery = readFields(splitUrl(request.url).query);
  const body = await readBytes(request);
  const type = request.headers.get('Content-Type') ?? '';
  const [kind] = type.toLowerCase().split(';');
  if (body.byteLength === 0) return inQuery;
  if (kind === 'application/x-www-form-urlencoded')
    return Object.assign(inQuery, readFields(new TextDecoder().decode(body)));
  if (kind === 'multipart/form-data') return Object.assign(inQuery, await readFormData(body, type));
  return takesJson && kind === 'application/json' ? Object.assign(inQuery, readJsonObject(body)) : inQuery;
}

/**
 * The parameters of the query and of a form in the body, URL-encoded or multipart, of up to 64 KiB; those of the form count. Other
 * bodies are ignored, because some clients send an empty JSON object with every request, unless the product takes JSON.
 */
export async function readParameters(request: Request, { takesJson = false } = {}): Promise<Parameters> {
  return assertStorable(await readTexts(request, takesJson));
}

/** Admits a request whose parameters were read. One with a broken body, which may contain its key, is counted and then refused. */
export async function admitRead(
  read: PromiseSettledResult<Parameters>,
  admit: () => Promise<AdmittedCaller>,
): Promise<AdmittedCaller> {
  if (read.status === 'fulfilled') return admit();
  try {
    await admit();
  } catch (error) {
    if (!(error instanceof AppError && error.code === keyRequired.code)) throw error;
  }
  throw read.reason;
}
