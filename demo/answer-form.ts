import { TOKEN_FIELD } from '../src/pages/overlay-form.ts';
import type { SampleVisit } from './visits.ts';

const TOKEN = new RegExp(`name="${TOKEN_FIELD}" value="([^"]*)"`);

/** The request by which a visitor sends the form on a page; undefined if the page has none, as for robots. */
export function answerForm(
  baseUrl: string,
  { path, headers }: SampleVisit,
  page: string,
  answer: Record<string, string>,
): Request | undefined {
  const token = TOKEN.exec(page)?.[1];
  if (token === undefined) return undefined;
  return new Request(`${baseUrl}/cta${path}`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: String(new URLSearchParams({ [TOKEN_FIELD]: token, ...answer })),
  });
}
