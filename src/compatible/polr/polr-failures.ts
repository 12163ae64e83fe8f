import type { DescribedFailure } from '../../http/error-response.ts';
import type { PolrFailure } from './polr-answers.ts';

/** A failure that only Polr knows. */
export class PolrError extends Error {
  readonly failure: PolrFailure;

  constructor(status: number, code: string, sentence: string) {
    super(sentence);
    this.name = 'PolrError';
    this.failure = { status, code, sentence };
  }
}

/** A failure of our API in the form of Polr. */
export function toPolrFailure({ status, code, message, fields }: DescribedFailure): PolrFailure {
  const [problem] = fields;
  switch (status) {
    case 400:
      if (problem?.field === 'url' && problem.code !== 'own_address')
        return { status, code: 'MISSING_PARAMETERS', sentence: `url: ${problem.message}` };
      return { status, code: 'CREATION_ERROR', sentence: problem?.message ?? message };
    case 401:
      return { status, code: 'AUTH_ERROR', sentence: 'Authentication token invalid.' };
    case 403:
      return { status: 401, code: 'ACCESS_DENIED', sentence: message };
    case 404:
      return { status, code: 'NOT_FOUND', sentence: 'Link not found.' };
    case 409:
      return { status: 400, code: 'CREATION_ERROR', sentence: 'This URL ending is already in use.' };
    case 429:
      return { status, code: 'QUOTA_EXCEEDED', sentence: 'Quota exceeded.' };
    default:
      return { status, code: code.toUpperCase(), sentence: message };
  }
}
