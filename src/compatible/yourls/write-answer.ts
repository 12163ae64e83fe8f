import { escapeHtml } from '../../lib/html.ts';
import { joinInSteps, stringifyInSteps } from '../../lib/json-steps.ts';
import type { Parameters } from '../read-parameters.ts';

/** A value in an answer; an object becomes nested elements in XML. */
export type YourlsValue = string | number | { [name: string]: YourlsValue };

/** An answer before it is formatted. Its status is its `statusCode`, or else its `errorCode`, or else 200. */
export interface YourlsAnswer {
  [name: string]: YourlsValue;
}

/** An answer, and what the text format has in its place. */
export interface FormattedYourlsAnswer {
  answer: YourlsAnswer;
  simple: string;
}

const CALLBACK = /^[a-zA-Z0-9_$.]+$/;
const ESCAPE_IN_CALLBACK = /u[\da-f]{4}/i;
// What no XML document can contain.
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

function writeXml(value: YourlsValue): string {
  if (typeof value !== 'object') return escapeHtml(String(value).toWellFormed().replace(NOT_IN_XML, ''));
  return Object.entries(value)
    .map(([name, inner]) => `<${name}>${writeXml(inner)}</${name}>`)
    .join('');
}

/** The same in pieces: the elements of the first two levels each on their own. */
function* writeXmlPieces(value: YourlsValue, depth = 2): Generator<string> {
  if (typeof value !== 'object' || depth === 0) {
    yield writeXml(value);
    return;
  }
  for (const [name, inner] of Object.entries(value)) {
    yield `<${name}>`;
    yield* writeXmlPieces(inner, depth - 1);
    yield `</${name}>`;
  }
}

function respond(status: number, type: string, body: string | Blob): Response {
  return new Response(body, { status, headers: { 'Content-Type': `${type}; charset=utf-8` } });
}

function* writeXmlDocument(root: YourlsAnswer): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<root>';
  yield* writeXmlPieces(root);
  yield '</root>';
}

function isCallback(name: string): boolean {
  return CALLBACK.test(name) && !ESCAPE_IN_CALLBACK.test(name);
}

/**
 * Writes an answer as the request asks for it. Without `format` it is XML; every word that is not a format, also `JSON`, is the text
 * format, and some clients rely on that.
 */
export async function writeYourlsAnswer(
  { answer, simple }: FormattedYourlsAnswer,
  parameters: Parameters,
): Promise<Response> {
  const { format = 'xml', callback = parameters.jsonp } = parameters;
  const status = Number(answer.statusCode || answer.errorCode || 200);
  if (!['json', 'jsonp', 'xml'].includes(format)) return respond(status, 'text/plain', simple);
  if (callback && !isCallback(callback))
    return respond(400, 'application/json', '{"errorCode":"400","error":"Invalid callback parameter"}');
  const fields = callback ? { ...answer, callback } : answer;
  if (format === 'xml') return respond(status, 'application/xml', await joinInSteps(writeXmlDocument(fields)));
  const json = await stringifyInSteps(fields);
  if (format === 'json') return respond(status, 'application/json', json);
  return respond(status, 'application/javascript', new Blob([`${callback ?? ''}(`, json, ')']));
}
