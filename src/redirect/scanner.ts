import { type PeerSource, peerAddress } from '../http/peer.ts';
import type { Clock } from '../lib/date-time.ts';
import type { Log } from '../lib/log.ts';
import { gonePage } from '../pages/gone.ts';
import { scannedTextPage } from '../pages/scanned-text.ts';
import { languageOf } from '../pages/texts.ts';
import { unavailablePage } from '../pages/unavailable.ts';
import type { QrCodeService } from '../resources/qr-codes/qr-code.service.ts';
import type { Language } from '../texts/message.ts';
import type { CaptureVisit } from './record-click.ts';
import { redirectResponse } from './respond.ts';
import { bytesOfScan, type Scan, takeScan } from './scan.ts';
import { cacheRules, StoreCache } from './store-cache.ts';

/** The dependencies of scans. */
export interface ScannerParts {
  qrCodes: Pick<QrCodeService, 'findByCode'>;
  capture: CaptureVisit;
  /** The response if there is no such code. */
  respondNotFound(request: Request, peers: PeerSource, redirectUrl: string | null): Promise<Response>;
  now: Clock;
  log: Log;
  loadLimitMs?: number | undefined;
}

/** The host of a scan. */
interface ScanHost {
  /** The owner of a branded domain; undefined on the main host, which serves the codes of all users. */
  owner: number | undefined;
  redirect404: string | null;
}

/** Handles scans of dynamic QR codes. */
export interface Scanner {
  handle(request: Request, peers: PeerSource, code: string, host: ScanHost): Promise<Response>;
  /** Must be called when a QR code has changed. */
  forget(code: string): void;
}

const CODE = /^[A-Za-z0-9]{7,20}$/;
const MAX_BYTES = 16_000_000;

/** A business card as a file that phones import into their contacts. */
function cardResponse(card: string): Response {
  return new Response(card, {
    headers: {
      'Content-Type': 'text/vcard; charset=utf-8',
      'Content-Disposition': 'attachment; filename="contact.vcf"',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    },
  });
}

function respond(scan: Exclude<Scan, { kind: 'disabled' }>, language: Language): Response {
  switch (scan.kind) {
    case 'redirect':
      return redirectResponse(scan.url, 302);
    case 'text':
      return scannedTextPage(language, scan.text);
    case 'card':
      return cardResponse(scan.card);
  }
}

export function createScanner(parts: ScannerParts): Scanner {
  const { qrCodes, capture, respondNotFound, now, log, loadLimitMs = cacheRules.loadLimitMs } = parts;
  const cache = new StoreCache<Scan>(
    async (code) => {
      const qr = await qrCodes.findByCode(code);
      return qr ? takeScan(qr) : null;
    },
    bytesOfScan,
    { ...cacheRules, maxBytes: MAX_BYTES, loadLimitMs },
  );

  return {
    forget: (code) => cache.forget(code),

    async handle(request, peers, code, { owner, redirect404 }) {
      const language = languageOf(request);
      if (!CODE.test(code)) return respondNotFound(request, peers, redirect404);
      let scan = cache.peek(code);
      try {
        if (scan === undefined) scan = await cache.load(code);
      } catch (error) {
        log.error('a QR code could not be looked up', { error });
        return unavailablePage(language);
      }
      if (!scan || (owner ?? scan.userId) !== scan.userId) return respondNotFound(request, peers, redirect404);
      if (scan.kind === 'disabled') return gonePage(language, 'disabled');
      const { headers, method } = request;
      const peer = peerAddress(request, peers);
      capture({
        noun: 'qr',
        id: scan.qrId,
        headers,
        peer,
        at: now(),
        isHead: method === 'HEAD',
        isScan: false,
        utm: '',
        route: '',
      });
      return respond(scan, language);
    },
  };
}
