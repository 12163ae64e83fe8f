import { SCAN_SUFFIX } from '../../core/alias.ts';
import type { QrDesign } from './qr-code.ts';

/** The QR code of a link: every link has one, and only a changed design is stored. */
export interface LinkQrCode {
  design: QrDesign;
  /** The chosen logo: an https URL, or the id of a file. */
  logo: string | null;
}

/** The URL that the QR code of a link encodes: the short URL and the suffix that marks a scan. */
export function scanUrlOf(shortUrl: string): string {
  return shortUrl + SCAN_SUFFIX;
}
