import type { FieldError } from '../../core/errors.ts';
import type { DescribedFailure } from '../../http/error-response.ts';
import type { Exchange } from '../product.ts';

/** A request that Bitly itself would refuse. */
export class BitlyRefusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly field: string | undefined;

  constructor(code: string, description: string, { status = 400, field }: { status?: number; field?: string } = {}) {
    super(description);
    this.name = 'BitlyRefusal';
    this.status = status;
    this.code = code;
    this.field = field;
  }
}

/** Refuses a value of a parameter, as Bitly names it. */
export function invalidArgument(field: string, description: string): BitlyRefusal {
  return new BitlyRefusal(`INVALID_ARG_${field.toUpperCase()}`, description, { field });
}

// Bitly's names of our fields.
const fieldNames: Record<string, string> = {
  url: 'long_url',
  custom: 'keyword',
  metatitle: 'title',
  expiry: 'expiration_at',
  q: 'query',
  tag: 'tags',
  from: 'units',
  to: 'unit_reference',
};

/** An entry of a list has the name of the list. */
function nameOf({ field }: FieldError): string {
  const [name = field] = field.split('.');
  return fieldNames[name] ?? name;
}

const codes: Record<number, string> = {
  401: 'FORBIDDEN',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  409: 'CONFLICT',
  413: 'REQUEST_ENTITY_TOO_LARGE',
  429: 'RATE_LIMIT_EXCEEDED',
  500: 'INTERNAL_ERROR',
  503: 'TEMPORARILY_UNAVAILABLE',
};

function codeOfInvalid(failure: DescribedFailure): string {
  const [field] = failure.fields;
  if (!field) return 'UNPROCESSABLE_ENTITY';
  return field.code === 'own_address' ? 'ALREADY_A_BITLY_LINK' : `INVALID_ARG_${nameOf(field).toUpperCase()}`;
}

/** What a path is about, as Bitly names it in errors. */
function resourceOf({ path }: Exchange): string {
  const noun = path.split('/')[2] ?? '';
  return noun === 'shorten' || noun === 'expand' ? 'bitlinks' : noun;
}

interface Told {
  status: number;
  code: string;
  description: string;
  errors: { field: string; error_code: string; message: string }[];
}

export function bitlyError(exchange: Exchange, { status, code, description, errors }: Told): Response {
  const listed = errors.length > 0 && { errors };
  return Response.json({ message: code, resource: resourceOf(exchange), description, ...listed }, { status });
}

/** The response to a failure of our API, as Bitly would word it. */
export function refuseAsBitly(failure: DescribedFailure, exchange: Exchange): Response {
  const { status, message, fields } = failure;
  const [first] = fields;
  const description = first ? `${nameOf(first)}: ${first.message}` : message;
  const code = status === 400 ? codeOfInvalid(failure) : (codes[status] ?? 'UNPROCESSABLE_ENTITY');
  // Bitly has no 401.
  const told = status === 401 ? 403 : code === 'UNPROCESSABLE_ENTITY' ? 422 : status;
  const errors = fields.map((field) => ({ field: nameOf(field), error_code: 'invalid', message: field.message }));
  return bitlyError(exchange, { status: told, code, description, errors });
}
