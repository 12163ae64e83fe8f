import type { DeviceName } from '../agent/device.ts';
import type { VendorType } from '../pages/pixels/fired-pixel.ts';

/** What becomes of a link's pixels for one visitor. */
export type PixelChoice = 'fire' | 'skip' | 'ask';

/** What a decision may ask about whoever comes; each answer is worked out only when it is asked for. */
export interface LinkVisitor {
  /** Whether they come from the country (ISO code) and, where one is given, its region. */
  isIn(country: string, region: string): boolean;
  isOn(device: DeviceName): boolean;
  /** Which of these languages they would rather read; -1 for none. */
  prefers(languages: string[]): number;
  /** Whether the visit counts as a click; crawlers, previews, monitors, prefetches and HEAD do not. */
  isPerson(): boolean;
  isSocialCrawler(): boolean;
  /** Whether they have given the password of this link. */
  hasUnlocked(linkId: number, passwordHash: string): boolean;
  /** Whether pixels of these vendors may fire for them, or they must be asked first. */
  pixelChoice(vendors: VendorType[]): PixelChoice;
  /** The query they came with, without the question mark. */
  query: string;
}
