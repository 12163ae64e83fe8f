import { toHex, toRgb } from '../../lib/color.ts';
import type { RowOf } from '../../lib/query.ts';
import type { Picture } from '../../ui/upload-field.tsx';

/** A splash page in the list. */
export type SplashPage = RowOf<'GET /api/splash'>;

const USUAL_SECONDS = 5;

function pictureOf(id: number | null | undefined, url: string | null | undefined): Picture | null {
  return id && url ? { id, url } : null;
}

/** What the form begins with. */
export function toValues(page?: SplashPage) {
  return {
    name: page?.name ?? '',
    title: page?.title ?? '',
    text: page?.text ?? '',
    button: page?.button ?? '',
    seconds: String(page?.seconds ?? USUAL_SECONDS),
    background: toHex(page?.background ?? null),
    foreground: toHex(page?.foreground ?? null),
    accent: toHex(page?.accent ?? null),
    picture: pictureOf(page?.picture, page?.picture_url),
    logo: pictureOf(page?.logo, page?.logo_url),
  };
}

/** The fields of a splash page, as they are typed. */
export type SplashValues = ReturnType<typeof toValues>;

/** What the API is sent. */
export function toBody({ background, foreground, accent, picture, logo, seconds, ...texts }: SplashValues) {
  return {
    ...texts,
    seconds: seconds === '' ? null : Number(seconds),
    background: toRgb(background),
    foreground: toRgb(foreground),
    accent: toRgb(accent),
    picture: picture?.id ?? null,
    logo: logo?.id ?? null,
  };
}
