import { z } from 'zod';
import type { DeclaredFailure } from '../core/errors.ts';
import type { Principal } from '../core/principal.ts';
import type { RateRule } from '../core/rate-window.ts';
import type { Role } from '../core/role.ts';
import type { Scope } from '../core/scope.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The parts of a request that every handler gets. */
export interface RequestFacts {
  id: string;
  /** The visitor's address, after TRUST_PROXY is applied. */
  address: string;
  /** The address of the connection: the visitor's or a proxy's. */
  peer: string;
  /** The X-Forwarded-For header, whether it is trusted or not. */
  forwardedFor: string | null;
  /** The User-Agent header; '' if there is none. */
  agent: string;
  /** The Accept-Language header. */
  acceptLanguage: string | null;
  /** Whether a browser opens the URL itself, so that a page should follow. */
  isNavigation: boolean;
  /** The value of a cookie. */
  readCookie(name: string): string | undefined;
  /** Adds a cookie to the response; also several. */
  setCookie(cookie: string): void;
}

/** Additional parts of a request for handlers of streams and files. */
export interface ConnectionFacts {
  /** Fires when the client disconnects. */
  signal: AbortSignal;
  /** The Last-Event-ID header, by which browsers resume a stream. */
  lastEventId: string | null;
  /** Whether the key of this request is still valid, and its user still a member of the workspace. */
  isStillAllowed(): Promise<boolean>;
}

/** Declares that a body is one file, raw or as the only file of a form, and not JSON. */
export interface UploadRule {
  /** The content types of raw files. */
  types: readonly string[];
  maxBytes: number;
  /** The requirements for the file, for the documentation. */
  means: string;
  /** The schema of a JSON file, for the documentation. */
  json?: z.ZodType;
  /** The handler reads the body itself, piece by piece. */
  isStreamed?: boolean;
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
  /** The path as in the API reference: `/api/pixel/:id/update`. */
  path: `/api/${string}`;
  /** The heading in the documentation. */
  group: string;
  summary: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Transforms the raw body before its schema parses it. */
  prepare?(body: object): object;
  /** The limit of the JSON body if it is larger than that of other endpoints. */
  maxBodyKib?: number;
  /** For a body that is a file, with its own size limit. */
  takes?: UploadRule;
  /** The time limit of a response, if it is longer than the idle timeout of a connection. */
  responseTimeoutSeconds?: number;
  answer: Answer;
  /** The content type of a stream; `answer` is then the schema of one event. */
  streams?: string;
  /** Whether the response is a redirect to the `location` of `answer`. */
  redirects?: boolean;
  /** For redirects: the page of the dashboard that tells a browser what is wrong; `query` is not parsed yet. */
  problemPage?(request: RequestFacts, query: Record<string, string | string[]>): string;
  /** The file name of a download. */
  download?: string;
  /** Whether a user may run only one such request at a time, because its response may have any length. */
  isOneAtATime?: boolean;
  /** The failures of this endpoint, in addition to those of every endpoint. */
  fails?: DeclaredFailure[];
  /** Whether a session without a second factor may use it where REQUIRE_2FA is on. */
  isOpenWithoutSecondFactor?: boolean;
  /** The lowest role in the workspace, if it differs from the one that follows from the scope. */
  role?: Role;
  /** The lowest role in the workspace that the path names. The service checks it; this is for the documentation. */
  pathRole?: Role;
  /** Whether keys of shared workspaces may use it although its scope is `account`. */
  isForSharedKeys?: boolean;
  /** Refuses pages of other sites even before there is a session. */
  isOwnPagesOnly?: boolean;
  /** An additional rate limit for each address. */
  limit?: { name: string; rule: RateRule };
}

type Schema = z.ZodType | undefined;

const redirectAnswer = z.object({ location: z.string() });

interface ScopedSpec<Params, Query, Body, Answer extends z.ZodType> extends Spec<Params, Query, Body, Answer> {
  /** What a key with scopes needs for this endpoint. The lowest role in the workspace follows from it. */
  scope: Scope;
}

/** One endpoint, ready to be mounted and documented. */
export interface Route extends Spec<Schema, Schema, Schema, z.ZodType> {
  access: 'key' | 'public';
  /** Undefined for a public endpoint. */
  scope?: Scope;
  handle(
    input: Input<unknown, unknown, unknown> & {
      caller: Principal | undefined;
      connection?: ConnectionFacts | undefined;
      file?: Uint8Array | undefined;
      fileType?: string | undefined;
      stream?: ReadableStream<Uint8Array> | null | undefined;
    },
  ): Promise<object>;
}

/** An endpoint that requires a key. */
export function route<
  Answer extends z.ZodType,
  Params extends Schema = undefined,
  Query extends Schema = undefined,
  Body extends Schema = undefined,
>(
  spec: ScopedSpec<Params, Query, Body, Answer> & {
    handle(
      input: Input<Parsed<Params>, Parsed<Query>, Parsed<Body>> & { caller: Principal },
    ): Promise<z.output<Answer> & object>;
  },
): Route {
  return { ...spec, access: 'key' } as unknown as Route;
}

/** An endpoint that requires a key and responds with a stream. */
export function streamRoute<
  Answer extends z.ZodType,
  Params extends Schema = undefined,
  Query extends Schema = undefined,
>(
  spec: ScopedSpec<Params, Query, undefined, Answer> & {
    streams: string;
    handle(
      input: Input<Parsed<Params>, Parsed<Query>, undefined> & { caller: Principal; connection: ConnectionFacts },
    ): Promise<ReadableStream<Uint8Array>>;
  },
): Route {
  return { ...spec, access: 'key' } as unknown as Route;
}

/** An endpoint that requires a key and accepts a file. */
export function uploadRoute<Answer extends z.ZodType, Query extends Schema = undefined>(
  spec: ScopedSpec<undefined, Query, undefined, Answer> & {
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

/** An endpoint that requires a key and accepts a file of any size, which it reads itself. A file has any content type but that of a form. */
export function streamUploadRoute<Answer extends z.ZodType, Query extends Schema = undefined>(
  spec: ScopedSpec<undefined, Query, undefined, Answer> & {
    takes: UploadRule;
    handle(
      input: Input<undefined, Parsed<Query>, undefined> & {
        caller: Principal;
        connection: ConnectionFacts;
        stream: ReadableStream<Uint8Array> | null;
        fileType: string;
      },
    ): Promise<z.output<Answer> & object>;
  },
): Route {
  return { ...spec, takes: { ...spec.takes, isStreamed: true }, access: 'key' } as unknown as Route;
}

/** A public endpoint that redirects a browser; the caller is known if there is one. */
export function redirectRoute<Query extends Schema = undefined>(
  spec: Omit<Spec<undefined, Query, undefined, typeof redirectAnswer>, 'method' | 'answer'> & {
    problemPage: NonNullable<Route['problemPage']>;
    handle(
      input: Input<undefined, Parsed<Query>, undefined> & { caller: Principal | undefined },
    ): Promise<{ location: string }>;
  },
): Route {
  const answer = { method: 'GET', answer: redirectAnswer, redirects: true, access: 'public' };
  return { ...spec, ...answer } as unknown as Route;
}

/** A public endpoint. */
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
