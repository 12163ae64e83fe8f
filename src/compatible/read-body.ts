import { assertStorable } from '../http/outside-text.ts';
import { parseJson, readForm, readJson } from '../http/read-input.ts';

/** The JSON object in a body; a missing body is an empty object. */
export async function readJsonBody(request: Request): Promise<Record<string, unknown>> {
  return assertStorable({ ...(await readJson(request)) });
}

/** The fields of a form in a body. */
export async function readFormBody(request: Request): Promise<Record<string, string>> {
  return assertStorable(await readForm(request));
}

/** The JSON object in a text, such as a parameter of a request. */
export function readJsonText(text: string | Uint8Array): object {
  return assertStorable(parseJson(typeof text === 'string' ? new TextEncoder().encode(text) : text));
}
