import { jsonResponse } from '../../http/envelope.ts';

/** How a request wants its answer: as JSON only if it says so. */
export type ResponseType = 'json' | 'text';

function textResponse(status: number, text: string): Response {
  return new Response(text, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}

/** An answer of Polr. Those that have no text form are refused before. */
export function writePolrAnswer(type: ResponseType, action: string, result: unknown, text = ''): Response {
  return type === 'json' ? jsonResponse(200, { action, result }) : textResponse(200, text);
}

/** A failure of Polr. */
export interface PolrFailure {
  status: number;
  code: string;
  sentence: string;
}

export function writePolrFailure(type: ResponseType, { status, code, sentence }: PolrFailure): Response {
  if (type === 'text') return textResponse(status, `${status} ${sentence}`);
  return jsonResponse(status, { status_code: status, error_code: code, error: sentence });
}
