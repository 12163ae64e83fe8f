import { z } from 'zod';
import { fieldIssue } from '../../http/field-issue.ts';
import { MAX_WELL_KNOWN_BYTES, type WellKnownFiles, wellKnownNames } from './well-known.ts';

/** The limit of a body with both files, which may be indented or escaped. */
export const WELL_KNOWN_BODY_KIB = 256;

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** A file as a JSON value; parsed to the compact text that is served. */
function fileField(types: string[], accepts: (value: unknown) => boolean, problem: string) {
  return z
    .custom<object>(accepts, { error: problem, abort: true })
    .transform((value) => JSON.stringify(value))
    .refine(
      (text) => Buffer.byteLength(text) <= MAX_WELL_KNOWN_BYTES,
      fieldIssue('too_long_in_bytes', { max: MAX_WELL_KNOWN_BYTES }),
    )
    .meta({ anyOf: types.map((type) => ({ type })) });
}

/** The fields of a body. Omitted keeps a file, null removes it. */
export const wellKnownFields = {
  apple_app_site_association: fileField(
    ['object'],
    (value) => isObject(value) && !Array.isArray(value),
    fieldIssue('not_an_object'),
  )
    .nullish()
    .describe('The file by which iOS apps claim the links of this host; null removes it'),
  assetlinks: fileField(['array', 'object'], isObject, fieldIssue('not_a_list_or_object'))
    .nullish()
    .describe('The file by which Android apps claim the links of this host; null removes it'),
};

/** The fields in a response. */
export const wellKnownViews = {
  apple_app_site_association: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('The file at /.well-known/apple-app-site-association; null = none'),
  assetlinks: z
    .union([z.array(z.unknown()), z.record(z.string(), z.unknown())])
    .nullable()
    .describe('The file at /.well-known/assetlinks.json; null = none'),
};

const wellKnownBody = z.object(wellKnownFields);

export type WellKnownChange = z.output<typeof wellKnownBody>;

type WellKnownView = z.output<z.ZodObject<typeof wellKnownViews>>;

/** The files as JSON values. */
export function showWellKnownFiles(files: WellKnownFiles): WellKnownView {
  const entries = wellKnownNames.map((name) => [name, JSON.parse(files[name] ?? 'null')]);
  return Object.fromEntries(entries) as WellKnownView;
}
