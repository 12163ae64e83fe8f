import { isPrintable } from '../../http/fields.ts';
import { readQuery } from '../../http/request-url.ts';
import { parseLooseDate } from '../../lib/loose-date.ts';
import type { WantedPage } from './pagination.ts';
import { invalidData } from './problem.ts';

const WHOLE_NUMBER = /^-?\d{1,12}$/;
const DATE = /^\d{4}-\d\d-\d\d/;
// In a query, the plus of an offset becomes a space if the client did not encode it.
const LOST_PLUS = / (\d\d:?\d\d)$/;
const MAX_TEXT = 2_000;
const MAX_LIST = 100;

/** A date as Shlink reads it: ISO 8601 with an offset, or a day; undefined if it is not one. */
export function parseDate(text: string): number | undefined {
  const written = text.trim().replace(LOST_PLUS, '+$1');
  return DATE.test(written) ? parseLooseDate(written) : undefined;
}

/** A date as Shlink writes it. */
export function formatDate(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}+00:00`;
}

/** The query of a request, read by its names. Values that are wrong refuse the request. */
export class ShlinkQuery {
  readonly #values: Record<string, string | string[]>;

  constructor(query: string) {
    this.#values = readQuery(query);
  }

  /** A text; undefined if it is missing or empty. */
  text(name: string): string | undefined {
    const value = this.#values[name];
    if (typeof value !== 'string' || value === '') return undefined;
    if (value.length > MAX_TEXT || !isPrintable(value)) throw invalidData([name]);
    return value;
  }

  /** The values of a list, sent as `name[]`, `name[0]` or `name`. */
  list(name: string): string[] {
    const indexed = Object.entries(this.#values).filter(([key]) => key.startsWith(`${name}[`) && /\[\d*\]$/.test(key));
    const values = indexed.flatMap(([, value]) => value);
    if (values.length > MAX_LIST || values.some((value) => value.length > MAX_TEXT || !isPrintable(value)))
      throw invalidData([name]);
    return values;
  }

  flag(name: string): boolean {
    const value = this.text(name);
    return value !== undefined && value !== 'false' && value !== '0';
  }

  /** Epoch milliseconds. */
  date(name: string): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const ms = parseDate(value);
    if (ms === undefined) throw invalidData([name]);
    return ms;
  }

  oneOf<const Option extends string>(name: string, options: readonly Option[]): Option | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const found = options.find((option) => option === value);
    if (found === undefined) throw invalidData([name]);
    return found;
  }

  /** `page` and `itemsPerPage`; without a default, a missing number means all items. */
  page(defaultLimit?: number): WantedPage {
    const number = this.#number('page') ?? 1;
    const limit = this.#number('itemsPerPage') ?? defaultLimit;
    return { number: Math.max(1, number), limit: limit === undefined || limit < 1 ? undefined : limit };
  }

  #number(name: string): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (!WHOLE_NUMBER.test(value)) throw invalidData([name]);
    return Number(value);
  }
}
