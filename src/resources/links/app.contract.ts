import { z } from 'zod';
import { destinationField } from '../../http/destination-field.ts';
import { customIssue, fieldIssue } from '../../http/field-issue.ts';
import { parseAppUrl } from '../../lib/app-url.ts';
import { type LinkApp, MAX_PACKAGE_NAME, PACKAGE_NAME } from './app-target.ts';

const appUrlField = z
  .string()
  .transform((text, context) => {
    const parsed = parseAppUrl(text);
    if ('href' in parsed) return parsed.href;
    context.addIssue(customIssue(parsed.problem));
    return z.NEVER;
  })
  .describe('The URL that opens the app, with any scheme except javascript, data, vbscript, file, blob and about');

/** Inside an object, "" means the same as null. */
function orBlank<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (value === '' ? null : value), schema.nullish());
}

const storeField = orBlank(destinationField).describe(
  'Where visitors without the app go; default: the destination of the link',
);

const packageField = orBlank(
  z.string().max(MAX_PACKAGE_NAME).regex(PACKAGE_NAME, fieldIssue('not_a_package_name')),
).describe('The name of the Android package, such as com.example.app');

const iosField = z.object({ url: appUrlField, store: storeField });
const androidField = z.object({ url: appUrlField, package: packageField, store: storeField });

/** Leaves out what is null; null if nothing is left. */
function compact(app: { ios?: object | null | undefined; android?: object | null | undefined }): LinkApp | null {
  const systems = Object.entries(app).flatMap(([system, target]) => {
    if (!target) return [];
    const set = Object.entries(target).filter(([, value]) => value !== null && value !== undefined);
    return [[system, Object.fromEntries(set)] as const];
  });
  return systems.length === 0 ? null : (Object.fromEntries(systems) as LinkApp);
}

/** The fields of a link's body that are about apps. */
export const appFields = {
  app: orBlank(z.object({ ios: orBlank(iosField), android: orBlank(androidField) }).transform(compact)).describe(
    'The apps that open the link on iOS and Android',
  ),
  escape: z
    .boolean()
    .nullish()
    .describe('Show visitors in the browser of an app, such as Instagram, a page that opens their own browser'),
};

const iosView = z.strictObject({ url: z.string(), store: z.string().optional() });

/** The fields of a link's details that are about apps. */
export const appViews = {
  app: z
    .strictObject({ ios: iosView.optional(), android: iosView.extend({ package: z.string().optional() }).optional() })
    .nullable()
    .describe('The apps that open the link; null = none'),
  escape: z.boolean().describe('Whether visitors in the browser of an app get a page that opens their own browser'),
};
