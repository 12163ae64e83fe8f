const TYPES = 'https://shlink.io/api/error/';

interface ProblemFacts {
  status: number;
  /** The last part of the type of the problem. */
  code: string;
  title: string;
  detail: string;
  /** Further fields of the response. */
  more?: object;
}

/** A failure that Shlink's API has. */
export class Problem extends Error {
  readonly facts: ProblemFacts;

  constructor(facts: ProblemFacts) {
    super(facts.detail);
    this.name = 'Problem';
    this.facts = facts;
  }
}

/** The response to a failure, as `application/problem+json`. */
export function problemResponse({ status, code, title, detail, more }: ProblemFacts): Response {
  const body = JSON.stringify({ title, type: TYPES + code, detail, status, ...more });
  return new Response(body, { status, headers: { 'Content-Type': 'application/problem+json' } });
}

/** Some fields of the request are invalid; `reasons` explains them to people. */
export function invalidData(fields: string[], reasons?: Record<string, string>): Problem {
  const more = { invalidElements: [...new Set(fields)], ...(reasons && { reasons }) };
  return new Problem({
    ...{ status: 400, code: 'invalid-data', title: 'Invalid data', detail: 'Provided data is not valid' },
    more,
  });
}

function onDomain(domain: string | null): string {
  return domain === null ? '' : ` for domain "${domain}"`;
}

/** There is no such short URL, or it belongs to someone else; `domain` is as the client sent it. */
export function shortUrlNotFound(shortCode: string, domain: string | null): Problem {
  return new Problem({
    ...{ status: 404, code: 'short-url-not-found', title: 'Short URL not found' },
    detail: `No URL found with short code "${shortCode}"${onDomain(domain)}`,
    more: { shortCode, ...(domain !== null && { domain }) },
  });
}

export function slugTaken(customSlug: string, domain: string | null): Problem {
  return new Problem({
    ...{ status: 400, code: 'non-unique-slug', title: 'Invalid custom slug' },
    detail: `Provided slug "${customSlug}" is already in use${onDomain(domain)}.`,
    more: { customSlug, ...(domain !== null && { domain }) },
  });
}

export function tagNotFound(tag: string): Problem {
  const detail = `Tag with name "${tag}" could not be found`;
  return new Problem({ status: 404, code: 'tag-not-found', title: 'Tag not found', detail, more: { tag } });
}

export function tagTaken(oldName: string, newName: string): Problem {
  const detail = `You cannot rename tag ${oldName} to ${newName}, because it already exists`;
  return new Problem({ status: 409, code: 'tag-conflict', title: 'Tag conflict', detail, more: { oldName, newName } });
}

export function unknownDomain(authority: string): Problem {
  const detail = `Domain with authority "${authority}" could not be found`;
  return new Problem({ status: 404, code: 'domain-not-found', title: 'Domain not found', detail, more: { authority } });
}

export const noLiveUpdates = new Problem({
  ...{ status: 501, code: 'mercure-not-configured', title: 'Mercure integration not configured' },
  detail: 'This Shlink instance is not integrated with a mercure hub.',
});

export function unknownPath(): Problem {
  return new Problem({ status: 404, code: 'not-found', title: 'Not found', detail: 'Not found' });
}

export function wrongMethod(method: string): Problem {
  const detail = `Method ${method} is not allowed on this path`;
  return new Problem({ status: 405, code: 'method-not-allowed', title: 'Method not allowed', detail });
}
