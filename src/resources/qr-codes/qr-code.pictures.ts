import type { RateWindows } from '../../core/rate-window.ts';
import { matchesEtag } from '../../http/matches-etag.ts';
import type { PeerSource } from '../../http/peer.ts';
import { readFields, splitUrl } from '../../http/request-url.ts';
import { ByteCache } from '../../lib/byte-cache.ts';
import type { Clock } from '../../lib/date-time.ts';
import { limitGroup } from '../../lib/ip.ts';
import { sha256 } from '../../lib/token.ts';
import { gonePage } from '../../pages/gone.ts';
import { languageOf } from '../../pages/texts.ts';
import { tooManyPage } from '../../pages/too-many.ts';
import { MAX_SIZE_PX, MIN_SIZE_PX, sizeOf } from '../../qr/picture.ts';
import { type DrawPicture, type PictureKind, pictureTypes } from './picture-kind.ts';
import type { QrCodeService } from './qr-code.service.ts';
import { encodedTextOf, type QrCode } from './qr-code.ts';

/** The dependencies of the QR code pictures. */
export interface PictureParts {
  qrCodes: Pick<QrCodeService, 'findByCode' | 'readPicture' | 'readOrigins'>;
  draw: DrawPicture;
  /** Limits how many pictures are drawn for each visitor. */
  windows: RateWindows;
  addressOf(request: Request, peers: PeerSource): string;
  /** The response if there is no such code. */
  respondNotFound(request: Request, peers: PeerSource, redirectUrl: string | null): Promise<Response>;
  now: Clock;
}

/** The host that a picture is requested on. */
interface PictureHost {
  /** The owner of a branded domain; undefined on the main host, which serves the pictures of all users. */
  owner: number | undefined;
  redirect404: string | null;
}

/** Handles a request for a picture by the last part of its path. */
export type PictureAnswer = (request: Request, peers: PeerSource, name: string, host: PictureHost) => Promise<Response>;

/** A requested file of a QR code. */
interface RequestedPicture {
  qr: QrCode;
  kind: PictureKind;
  size: number;
  /** The cache key: everything that affects the drawing. */
  tag: string;
}

const NAME = /^([A-Za-z0-9]{7,20})(?:\.(png|svg|pdf))?$/;
const MAX_CACHE_BYTES = 32_000_000;
const LARGE_PX = 1_024;
const MINUTE_MS = 60_000;

// Only new drawings count; cached pictures are served to everyone.
const RULES = { small: { limit: 300, windowMs: MINUTE_MS }, large: { limit: 20, windowMs: MINUTE_MS } };

// An SVG embeds its logo as a data URL; it loads nothing else and runs no script.
const POLICY = "default-src 'none'; img-src data:; sandbox";

function readSize(query: string): number | undefined | 'wrong' {
  const { size } = readFields(query);
  if (size === undefined) return undefined;
  const wanted = /^\d{1,4}$/.test(size) ? Number(size) : 0;
  return wanted >= MIN_SIZE_PX && wanted <= MAX_SIZE_PX ? wanted : 'wrong';
}

function wrongSize(): Response {
  return new Response(`size must be a whole number from ${MIN_SIZE_PX} to ${MAX_SIZE_PX}.\n`, {
    status: 400,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' },
  });
}

function headersOf({ qr, kind, tag }: RequestedPicture): Record<string, string> {
  return {
    'Content-Type': pictureTypes[kind],
    'Content-Security-Policy': POLICY,
    'X-Content-Type-Options': 'nosniff',
    // The design can change at any time, and revalidation costs no drawing.
    'Cache-Control': 'public, no-cache',
    ETag: `"${tag}"`,
    // Browsers do not show a PDF in a sandbox.
    ...(kind === 'pdf' && { 'Content-Disposition': `attachment; filename="qr-${qr.code}.pdf"` }),
  };
}

export function createPictureAnswer(parts: PictureParts): PictureAnswer {
  const { qrCodes, draw, windows, addressOf, respondNotFound, now } = parts;
  const cache = new ByteCache(MAX_CACHE_BYTES);

  async function toRequested(qr: QrCode, kind: PictureKind, asked: number | undefined): Promise<RequestedPicture> {
    const size = asked ?? sizeOf({ content: '', ...qr.design });
    const originOf = await qrCodes.readOrigins([qr]);
    const facts = [encodedTextOf(originOf(qr), qr), { ...qr.design, size }, qr.logoHash, kind];
    return { qr, kind, size, tag: sha256(JSON.stringify(facts)).slice(0, 32) };
  }

  async function drawNew({ qr, kind, size }: RequestedPicture): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const picture = await qrCodes.readPicture(qr);
    return picture && draw({ ...picture, size }, kind);
  }

  return async (request, peers, name, host) => {
    const [, code, kind = 'png'] = NAME.exec(name) ?? [];
    const qr = code === undefined ? undefined : await qrCodes.findByCode(code);
    if (!qr || (host.owner ?? qr.userId) !== qr.userId) return respondNotFound(request, peers, host.redirect404);
    if (qr.disabledBy !== null) return gonePage(languageOf(request), 'disabled');
    const asked = readSize(splitUrl(request.url).query);
    if (asked === 'wrong') return wrongSize();
    const wanted = await toRequested(qr, kind as PictureKind, asked);
    if (matchesEtag(request, wanted.tag)) return new Response(null, { status: 304, headers: headersOf(wanted) });
    const cached = cache.find(wanted.tag);
    if (cached) return new Response(cached, { headers: headersOf(wanted) });
    // A vector picture looks the same at every size, so a request for a size counts as large.
    const isLarge = wanted.kind === 'png' ? wanted.size > LARGE_PX : asked !== undefined;
    const weight = isLarge ? 'large' : 'small';
    const bucket = `draw:${weight}:${limitGroup(addressOf(request, peers))}`;
    const verdict = await windows.take(bucket, RULES[weight]);
    if (!verdict.isAllowed) return tooManyPage('en', (verdict.resetAtMs - now()) / 1000);
    const bytes = await cache.make(wanted.tag, () => drawNew(wanted));
    // The logo changed at the same moment; the next request gets the new one.
    if (!bytes) return new Response(null, { status: 503, headers: { 'Retry-After': '1' } });
    return new Response(bytes, { headers: headersOf(wanted) });
  };
}
