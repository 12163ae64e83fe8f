import type { z } from 'zod';
import type { DeclaredFailure } from '../core/errors.ts';
import type { Principal } from '../core/principal.ts';
import type { RateRule } from '../core/rate-window.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What a handler may know of the request itself. */
export interface RequestFacts {
  id: string;
  /** The visitor's address, already judged by TRUST_PROXY. */
  address: string;
  /** The User-Agent header; '' where there is none. */
  agent: string;
  /** The Accept-Language header. */
  acceptLanguage: string | null;
  /** Sends a cookie along with the answer. */
  setCookie(cookie: string): void;
}

/** What the handler of a stream or of a file may know beyond that. */
export interface ConnectionFacts {
  /** Fires when the other end has gone. */
  signal: AbortSignal;
  /** The header by which browsers say where they were. */
  lastEventId: string | null;
  /** Whether the key of this request would be let in now. */
  isStillAllowed(): Promise<boolean>;
}

/** Says that a body is one file, sent as it is or as the one file of a form, and not JSON. */
export interface UploadRule {
  /** The content types of files that are sent as they are. */
  types: readonly string[];
  maxBytes: number;
  /** What the file must be, for the documentation. */
  means: string;
  /** What a file of JSON holds, for the documentation. */
  json?: z.ZodType;
}

interface Input<Params, Query, Body> {
  params: Params;
  query: Query;
  body: Body;
  request: RequestFacts;
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

interface Spec<Params, Query, Body, Answer extends z.ZodType> {
  method: Method;
  /** As in the reference: `/api/pixel/:id/update`. */
  path: `/api/${string}`;
  /** The heading under which the documentation lists it. */
  group: string;
  summary: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Changes the raw body before its schema reads it. */
  prepare?(body: object): object;
  /** For a body that is a file; it comes with a limit of its own. */
  takes?: UploadRule;
  /** How long an answer may take, where that is longer than a connection may be silent. */
  patienceSeconds?: number;
  answer: Answer;
  /** The content type of an answer that goes on for as long as somebody listens; `answer` is then one event of it. */
  streams?: string;
  /** The name of the file that such an answer is kept as. */
  download?: string;
  /** What can go wrong here beyond what can go wrong everywhere. */
  fails?: DeclaredFailure[];
  /** Refuses pages of other sites, also where no session is at stake yet. */
  isOwnPagesOnly?: boolean;
  /** A window of its own for each address, beside the common one. */
  limit?: { name: string; rule: RateRule };
}

type Schema = z.ZodType | undefined;

/** One endpoint, ready to be mounted and described. */
export interface Route extends Spec<Schema, Schema, Schema, z.ZodType> {
  access: 'key' | 'public';
  handle(
    input: Input<unknown, unknown, unknown> & {
      caller: Principal | undefined;
      connection?: ConnectionFacts | undefined;
      file?: Uint8Array | undefined;
      fileType?: string | undefined;
    },
  ): Promise<object>;
}

/** An endpoint for the holder of a key. */
export function route<
  Answer extends z.ZodType,
  Params extends Schema = undefined,
  Query extends Schema = undefined,
  Body extends Schema = undefined,
>(
  spec: Spec<Params, Query, Body, Answer> & {
    handle(
      input: Input<Parsed<Params>, Parsed<Query>, Parsed<Body>> & { caller: Principal },
    ): Promise<z.output<Answer> & object>;
  },
): Route {
  return { ...spec, access: 'key' } as unknown as Route;
}

/** An endpoint for the holder of a key that answers with a stream. */
export function streamRoute<
  Answer extends z.ZodType,
  Params extends Schema = undefined,
  Query extends Schema = undefined,
>(
  spec: Spec<Params, Query, undefined, Answer> & {
    streams: string;
    handle(
      input: Input<Parsed<Params>, Parsed<Query>, undefined> & { caller: Principal; connection: ConnectionFacts },
    ): Promise<ReadableStream<Uint8Array>>;
  },
): Route {
  return { ...spec, access: 'key' } as unknown as Route;
}

/** An endpoint for the holder of a key that takes a file. */
export function uploadRoute<Answer extends z.ZodType, Query extends Schema = undefined>(
  spec: Spec<undefined, Query, undefined, Answer> & {
    takes: UploadRule;
    handle(
      input: Input<undefined, Parsed<Query>, undefined> & {
        caller: Principal;
        connection: ConnectionFacts;
        file: Uint8Array;
        fileType: string;
      },
    ): Promise<z.output<Answer> & object>;
  },
): Route {
  return { ...spec, access: 'key' } as unknown as Route;
}

/** An endpoint for anyone. */
export function publicRoute<
  Answer extends z.ZodType,
  Params extends Schema = undefined,
  Query extends Schema = undefined,
  Body extends Schema = undefined,
>(
  spec: Spec<Params, Query, Body, Answer> & {
    handle(input: Input<Parsed<Params>, Parsed<Query>, Parsed<Body>>): Promise<z.output<Answer> & object>;
  },
): Route {
  return { ...spec, access: 'public' } as unknown as Route;
}
