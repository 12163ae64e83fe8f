import { toHex, toRgbText } from '../../lib/color.ts';
import type { RowOf } from '../../lib/query.ts';

/** A splash page in the list. */
export type SplashPageDetails = RowOf<'GET /api/splash'>;

const DEFAULT_SECONDS = 5;

/** The initial values. */
export function toSplashValues(page?: SplashPageDetails) {
  return {
    name: page?.name ?? '',
    title: page?.title ?? '',
    text: page?.text ?? '',
    button: page?.button ?? '',
    seconds: String(page?.seconds ?? DEFAULT_SECONDS),
    background: toHex(page?.background ?? null),
    foreground: toHex(page?.foreground ?? null),
    accent: toHex(page?.accent ?? null),
    picture: String(page?.picture ?? ''),
    logo: String(page?.logo ?? ''),
  };
}

/** The form values of a splash page. */
type SplashValues = ReturnType<typeof toSplashValues>;

/** The request body. */
export function toSplashBody({ background, foreground, accent, seconds, ...rest }: SplashValues) {
  return {
    ...rest,
    seconds: seconds === '' ? null : Number(seconds),
    background: toRgbText(background),
    foreground: toRgbText(foreground),
    accent: toRgbText(accent),
  };
}
