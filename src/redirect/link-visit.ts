import { ALIAS, SCAN_SUFFIX } from '../core/alias.ts';
import { isReserved } from '../core/reserved-words.ts';
import { type PeerSource, peerAddress } from '../http/peer.ts';
import { splitUrl } from '../http/request-url.ts';
import { linkKeyOf, type VisitedHost } from './hosts.ts';
import type { RotatorLink } from './rotation.ts';

/** A request to a link or a bio page, read into its parts. */
export interface LinkVisit {
  request: Request;
  /** The address of the connection: the visitor's or a proxy's. */
  peer: string;
  method: string;
  /** The host of the short URL. */
  host: Pick<VisitedHost, 'origin' | 'redirect404'>;
  /** The cache key of the link. */
  key: string;
  /** Without the question mark. */
  query: string;
  /** Whether a `+` follows the alias: the visitor wants to see the destination first. */
  isPreview: boolean;
  /** Whether a `~` follows the alias: the visitor scanned the QR code of the link. */
  isScan: boolean;
}

const PATH = /^\/([^/+~]*)([+~]?)\/?$/;

/** Reads a request to a short URL; undefined if no link can have its path. */
export function readLinkVisit(request: Request, peers: PeerSource, host: VisitedHost): LinkVisit | undefined {
  const { path, query } = splitUrl(request.url);
  const [, alias = '', suffix = ''] = PATH.exec(path) ?? [];
  if (!ALIAS.test(alias) || isReserved(alias)) return undefined;
  const peer = peerAddress(request, peers);
  const { method } = request;
  const [isPreview, isScan] = [suffix === '+', suffix === SCAN_SUFFIX];
  return { request, peer, method, host, key: host.prefix + alias, query, isPreview, isScan };
}

/** Reads a request to a rotator as a visit of the link that it picked. */
export function readRotatorVisit(request: Request, peers: PeerSource, link: RotatorLink): LinkVisit {
  const { domainId, alias, shortUrl } = link;
  const peer = peerAddress(request, peers);
  const origin = shortUrl.slice(0, -alias.length - 1);
  const { query } = splitUrl(request.url);
  const { method } = request;
  const host = { origin, redirect404: null };
  return { request, peer, method, host, key: linkKeyOf(domainId, alias), query, isPreview: false, isScan: false };
}
