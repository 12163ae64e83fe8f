import type { DescribedFailure } from '../../http/error-response.ts';

/** A request that Kutt itself would refuse; the sentence is Kutt's. */
export class KuttRefusal extends Error {
  readonly status: number;

  constructor(message: string, status = 400) {
    super(message);
    this.name = 'KuttRefusal';
    this.status = status;
  }
}

// Kutt's names of our fields.
const fieldNames: Record<string, string> = {
  url: 'target',
  custom: 'customurl',
  expiry: 'expire_in',
  redirectroot: 'homepage',
};

// Kutt's sentences where its clients show them.
const sentences: Record<string, string> = {
  alias_taken: 'Custom URL is already in use.',
  key_required: 'Unauthorized.',
  link_not_found: 'Link could not be found.',
  domain_not_found: 'Could not find the domain.',
};

// Kutt's clients show a sentence only with 400; 500 and 503 are ours to repair, and a client may try again.
const OWN_STATUSES = [401, 429, 500, 503];

export function kuttError(status: number, error: string): Response {
  return Response.json({ error }, { status });
}

/** The response to a failure of our API, as Kutt would word it. */
export function refuseAsKutt({ status, code, message, fields }: DescribedFailure): Response {
  const [field] = fields;
  const sentence = field ? `${fieldNames[field.field] ?? field.field}: ${field.message}` : message;
  return kuttError(OWN_STATUSES.includes(status) ? status : 400, sentences[code] ?? sentence);
}
