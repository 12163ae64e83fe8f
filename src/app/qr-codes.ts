import type { Bus } from '../bus/open.ts';
import type { Clicks } from '../clicks/clicks.ts';
import { methodRefused } from '../http/method-refused.ts';
import type { PeerSource } from '../http/peer.ts';
import { clientAddress } from '../lib/ip.ts';
import type { Redirector } from '../redirect/redirector.ts';
import { createScanner, type Scanner } from '../redirect/scanner.ts';
import type { DrawPicture } from '../resources/qr-codes/picture-kind.ts';
import { createPictureAnswer } from '../resources/qr-codes/qr-code.pictures.ts';
import type { Services } from './services.ts';
import type { World } from './world.ts';

/** What the public side of QR codes is made of. */
export interface QrCodeParts {
  services: Services;
  clicks: Clicks;
  redirector: Redirector;
  bus: Bus;
  draw: DrawPicture;
  baseUrl: string;
  isTrusted(address: string): boolean;
  world: World;
}

/** Pictures of QR codes and the addresses that are printed in them. */
export interface QrCodeDoors {
  /** Undefined where the path is neither. */
  answer(request: Request, peers: PeerSource, path: string): Response | Promise<Response> | undefined;
  /** Must be called when a QR code has changed. */
  forget: Scanner['forget'];
}

export function openQrCodes(parts: QrCodeParts): QrCodeDoors {
  const { services, clicks, redirector, bus, draw, baseUrl, isTrusted } = parts;
  const { log, now } = parts.world;
  const { qrCodes } = services;
  const { answerMiss } = redirector;

  const answerPicture = createPictureAnswer({
    qrCodes,
    draw,
    baseUrl,
    windows: bus.ownWindows,
    addressOf: (request, peers) =>
      clientAddress(peers.requestIP(request)?.address ?? '', request.headers.get('X-Forwarded-For'), isTrusted),
    answerMiss,
    now,
  });
  const scanner = createScanner({
    qrCodes,
    capture: (request, peer, id, at, isHead) => clicks.capture(request, peer, 'qr', id, at, isHead),
    answerMiss,
    now,
    log,
  });

  return {
    forget: scanner.forget,

    answer(request, peers, path) {
      const [, door, name = ''] = /^\/(qr?)\/([^/]*)$/.exec(path) ?? [];
      if (door === undefined) return undefined;
      if (request.method !== 'GET' && request.method !== 'HEAD') return methodRefused('GET, HEAD');
      return door === 'q' ? scanner.answer(request, peers, name) : answerPicture(request, peers, name);
    },
  };
}
