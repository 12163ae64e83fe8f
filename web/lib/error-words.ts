import { ApiError } from './api-error.ts';
import { readTexts } from './texts.ts';

/** Describes an error in the reader's language; other 4xx messages of the API are already translated. */
export function describeError(error: unknown): string {
  const t = readTexts('errors');
  if (!(error instanceof ApiError)) return t.unknown;
  if (error.status === 0) return t.offline;
  if (error.status === 503) return t.unavailable;
  if (error.status === 429) return t.rateLimited({ count: error.retryAfterSeconds ?? 60 });
  if (error.code === 'other_site') return t.otherSite;
  return error.status >= 500 ? t.serverError : error.message;
}

/** The same as the end of a sentence, for requests that are retried automatically and whose fields show details. */
export function describeBriefly(error: Error): string {
  const t = readTexts('errors');
  if (error instanceof ApiError && error.status === 0) return t.sentWhenOnline;
  const hasFields = error instanceof ApiError && Object.keys(error.fields).length > 0;
  return hasFields ? t.fields : describeError(error);
}

/** The error of an input of this type whose text the browser cannot parse. */
export function describeUnread(type: string): string {
  const t = readTexts('errors');
  return type === 'number' ? t.invalidNumber : t.invalidDate;
}
