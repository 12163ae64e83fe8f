import { z } from 'zod';
import { parseInput } from '../../http/read-input.ts';
import { previewQrCodeBody } from '../../resources/qr-codes/qr-code.contract.ts';
import { DubFailure, parseDub } from './dub-failure.ts';
import type { DubParts } from './dub-parts.ts';
import { assertMay, type DubRoute } from './dub-route.ts';

const color = z.string().regex(/^#?[\da-f]{6}$/i, 'It must be a color such as #000000.');

const qrQuery = z.object({
  url: z.string().min(1).max(2_000),
  size: z.coerce.number().int().min(64).max(2_000).default(600),
  level: z.enum(['L', 'M', 'Q', 'H']).default('L'),
  fgColor: color.default('#000000'),
  bgColor: color.default('#FFFFFF'),
  margin: z.coerce.number().int().min(0).max(20).default(2),
});

/** A color as our API takes it. */
function toRgb(hex: string): string {
  const digits = hex.replace('#', '');
  const parts = [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16));
  return `rgb(${parts.join(',')})`;
}

async function drawQr({ services, draw }: DubParts, owner: number, query: URLSearchParams): Promise<Response> {
  const given = parseDub(qrQuery, Object.fromEntries(query));
  const body = parseInput(previewQrCodeBody, {
    type: 'text',
    data: given.url,
    size: given.size,
    ecc: given.level,
    margin: Math.max(1, given.margin),
    foreground: toRgb(given.fgColor),
    background: toRgb(given.bgColor),
  });
  const { picture } = await services.qrCodes.preview(owner, body);
  return new Response(await draw(picture, 'png'), { headers: { 'Content-Type': 'image/png' } });
}

/** The path of pictures, which pages show without a key. */
export const QR_PATH = '/qr';

const NOBODY = 0;

/** Draws a short URL of this server for anyone: `qrCode` of a link is the source of an image on other pages. */
export async function drawOpenQr(parts: DubParts, query: URLSearchParams): Promise<Response> {
  const url = URL.parse(query.get('url') ?? '');
  const isMain = url?.host === new URL(parts.config.baseUrl).host;
  const isOurs = isMain || (url !== null && (await parts.services.domains.findByName(url.hostname)).length > 0);
  if (!isOurs) throw new DubFailure('unauthorized', 'Missing Authorization header.');
  return drawQr(parts, NOBODY, query);
}

/** The picture of a QR code for any URL. */
export function dubQrRoutes(parts: DubParts): DubRoute[] {
  return [
    {
      method: 'GET',
      path: QR_PATH,
      async handle({ admission, owner, query }) {
        assertMay(admission, 'qr:read');
        return drawQr(parts, owner, query);
      },
    },
  ];
}
