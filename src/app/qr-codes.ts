import type { Bus } from '../bus/open.ts';
import type { Clicks } from '../clicks/clicks.ts';
import { refuseUnlessGet } from '../http/method-refused.ts';
import type { FindClientAddress } from '../http/peer.ts';
import type { Redirector } from '../redirect/redirector.ts';
import { createScanner, type Scanner } from '../redirect/scanner.ts';
import { MAIN_DOMAIN } from '../resources/domains/domain.ts';
import type { DrawPicture } from '../resources/qr-codes/picture-kind.ts';
import { createPictureAnswer } from '../resources/qr-codes/qr-code.pictures.ts';
import type { HostPathHandler } from './path-handler.ts';
import type { Runtime } from './runtime.ts';
import type { Services } from './services.ts';

interface Parts {
  services: Services;
  clicks: Clicks;
  redirector: Redirector;
  bus: Bus;
  draw: DrawPicture;
  findClientAddress: FindClientAddress;
  runtime: Runtime;
}

/** Handles pictures of QR codes, `/qr/NAME`, and the addresses that are encoded in them, `/q/CODE`: on the main host, and on the domains of the owner. */
export interface QrCodeHandler {
  handle: HostPathHandler;
  /** Must be called when a QR code has changed. */
  forget: Scanner['forget'];
}

export function createQrCodeHandler(parts: Parts): QrCodeHandler {
  const { services, clicks, redirector, bus, draw, findClientAddress } = parts;
  const { log, now, loadLimitMs } = parts.runtime;
  const { qrCodes } = services;
  const { respondNotFound } = redirector;

  const answerPicture = createPictureAnswer({
    qrCodes,
    draw,
    windows: bus.ownWindows,
    addressOf: findClientAddress,
    respondNotFound,
    now,
  });
  const scanner = createScanner({
    qrCodes,
    capture: clicks.capture.bind(clicks),
    respondNotFound,
    now,
    log,
    loadLimitMs,
  });

  return {
    forget: scanner.forget,

    handle(request, peers, path, { domainId, userId, redirect404 }) {
      const [, folder, name = ''] = /^\/(qr?)\/([^/]*)$/.exec(path) ?? [];
      if (folder === undefined) return undefined;
      const refused = refuseUnlessGet(request);
      if (refused) return refused;
      const host = { owner: domainId === MAIN_DOMAIN ? undefined : userId, redirect404 };
      return folder === 'q' ? scanner.handle(request, peers, name, host) : answerPicture(request, peers, name, host);
    },
  };
}
