import type { AnswerOf } from '../../lib/api.ts';

type App = AnswerOf<'GET /api/url/:id'>['details']['app'];

/** The form values of the apps that open a link: all input is text. */
export interface AppValues {
  ios: { url: string; store: string };
  android: { url: string; package: string; store: string };
}

/** No app opens the link. */
export const NO_APP: AppValues = { ios: { url: '', store: '' }, android: { url: '', package: '', store: '' } };

/** The form values of stored apps. */
export function toAppValues(app: App): AppValues {
  return { ios: { ...NO_APP.ios, ...app?.ios }, android: { ...NO_APP.android, ...app?.android } };
}

function isEmpty(target: object): boolean {
  return Object.values(target).every((value) => value === '');
}

/** What is sent to the API; null for a system without input. */
export function toAppBody({ ios, android }: AppValues): object | null {
  if (isEmpty(ios) && isEmpty(android)) return null;
  return { ios: isEmpty(ios) ? null : ios, android: isEmpty(android) ? null : android };
}

/** The systems on which an app opens the link. */
export function listAppSystems(app: { ios?: { url: string }; android?: { url: string } } | null): string[] {
  return [...(app?.ios?.url ? ['iOS'] : []), ...(app?.android?.url ? ['Android'] : [])];
}
