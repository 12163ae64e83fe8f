import type { FieldError } from '../core/errors.ts';

/** The products whose links can be imported. */
export const importProducts = [
  'shlink',
  'yourls',
  'kutt',
  'polr',
  'bitly',
  'dub',
  'shortio',
  'rebrandly',
  'tinyurl',
  'firebase',
  'csv',
  'signpost',
] as const;
export type ImportProduct = (typeof importProducts)[number];

/** A link of another service. */
export interface SourceLink {
  /**
   * Identifies the link in its source forever, also after it was renamed there. A source that is a file adds what tells
   * installations apart, such as the time of creation: two dumps may contain the same code.
   */
  ref: string;
  /** The host of its short URL; null if the source does not know it. */
  domain: string | null;
  /** The fields of `POST /api/url/add` and `created` (`YYYY-MM-DD HH:MM:SS` in UTC). `custom` is its code; it has no `domain`. */
  body: Record<string, unknown>;
  /** A hash of its password (bcrypt or Argon2), which then protects the link. */
  passwordHash?: string | undefined;
  /** Why it must not be imported, such as a password that the source does not reveal. */
  problems: FieldError[];
  /** The cells of its row in a CSV file, for the file of rejected rows. */
  cells?: string[] | undefined;
}

/** A visit with everything that the source knows about it. Bots are those that the source calls bots. */
export interface SourceClick {
  /** Epoch milliseconds. */
  at: number;
  isBot: boolean;
  /** The ISO code in any case, or the English name. */
  country?: string | undefined;
  region?: string | undefined;
  city?: string | undefined;
  /** A URL or a host; '' or undefined if there was none. */
  referrer?: string | undefined;
  /** Gives `browser`, `os` and `device` where they are not named. */
  userAgent?: string | undefined;
  browser?: string | undefined;
  os?: string | undefined;
  /** mobile, tablet, desktop… in the words of the source. */
  device?: string | undefined;
  /** A language code or an Accept-Language header. */
  language?: string | undefined;
  /** Whether a QR code was scanned. */
  isScan?: boolean | undefined;
  route?: string | undefined;
  /** Identifies the visitor, if the source tells visitors apart. */
  visitor?: string | undefined;
}

/** The dimensions of summed clicks, by which each source may count; the values are as in `SourceClick`. */
export type SourceDimension = 'country' | 'region' | 'city' | 'referrer' | 'browser' | 'os' | 'device' | 'language';

/** Clicks that the source has added up. The dimensions are independent of each other. */
export interface SourceCounts {
  /** `total` has no date: its `clicks` are undated, and its dimensions count in totals only. */
  span: 'hour' | 'day' | 'total';
  /** The beginning of the hour or day in UTC, in epoch milliseconds; 0 for a total. */
  start: number;
  /** Clicks of people, or of everyone if the source does not tell. */
  clicks: number;
  bots: number;
  dimensions: Partial<Record<SourceDimension, Record<string, number>>>;
}

/** Clicks of one link. The history of a link may be spread over several batches; its link comes before, or in the same batch. */
export interface SourceHistory {
  /** The `ref` of the link. Clicks of links that were refused or are unknown are dropped. */
  ref: string;
  clicks: SourceClick[];
  counts: SourceCounts[];
  /**
   * All clicks and bots that the source counts for this link, since ever. What its dated clicks do not explain is undated. Only in
   * the last part of a link's history.
   */
  total?: number | undefined;
  /**
   * What the source needs at a later run to send only new clicks, such as the id of the last click. Stored with the clicks, and
   * returned by `stateOf`.
   */
  state?: string | undefined;
}

/** Visits to codes that do not exist, on one day. */
export interface SourceMiss {
  domain: string | null;
  code: string;
  at: number;
  count: number;
}

/** Some links and clicks, stored together in one transaction with the position. Up to 500 links or 5,000 clicks. */
export interface SourceBatch {
  /** Where to continue after this batch: `read(position)` continues after it. Opaque for the engine. */
  position: string;
  links: SourceLink[];
  history: SourceHistory[];
  misses?: SourceMiss[] | undefined;
  /** Like the `state` of a link, for the misses. */
  missState?: string | undefined;
  /** Fraction of the work that is done after this batch, from 0 to 1, if the source knows it; for the time left. */
  done?: number | undefined;
}

/** What the engine knows from earlier runs. */
export interface KnownState {
  /** The `state` of links that were imported before, by `ref`; links without one are absent. */
  stateOf(refs: string[]): Promise<Map<string, string>>;
  /** The last `missState`; undefined if no misses were imported. */
  missState(): Promise<string | undefined>;
}

/** Reads the links and clicks of another service. */
export interface ImportSource {
  /** The product and the host of the installation; the host is '' for a file. Refs are unique for both together. */
  describe(): { from: ImportProduct; host: string };
  /**
   * Yields everything after `resume`, or everything from the beginning. Throws a failure of `source-failures.ts`; before the first
   * batch, if the source is not what it should be, so that nothing is stored.
   */
  read(resume: string | undefined, known: KnownState): AsyncIterable<SourceBatch>;
  close(): Promise<void>;
  /** The columns of a CSV file, and those of them that are not imported. */
  columns?: { head: string[]; ignored: string[] } | undefined;
}

/** Where a source reads from. */
export type SourceInput =
  | { kind: 'file'; path: string }
  /** `url` is the root that the user named, without a final slash. */
  | {
      kind: 'address';
      url: string;
      key: string;
      client: SourceClient;
      /** Where a large response is kept; by default in a temporary folder. */
      downloadTo?: string;
    };

/** A response of another service. */
export interface SourceResponse {
  status: number;
  headers: Headers;
  text: string;
}

export interface SourceRequest {
  headers?: Record<string, string> | undefined;
  /** Statuses from 400 that the source handles itself; any other is a failure. 429 and 5xx are tried again first. */
  expected?: number[] | undefined;
}

/**
 * Sends GET requests to the service that is imported from. Waits and tries again after failures of the network, 429 and 5xx;
 * then throws `sourceUnavailable`. 401, 403 and other unexpected statuses throw `sourceRefused`.
 */
export interface SourceClient {
  get(url: string, request?: SourceRequest): Promise<SourceResponse>;
  /** Parses the response, tolerating control characters in texts; garbage is tried again, then throws `sourceUnavailable`. */
  getJson(url: string, request?: SourceRequest): Promise<unknown>;
  /** Writes the body of the response to a file; returns its status. */
  download(url: string, path: string, request?: SourceRequest): Promise<number>;
}
