import type { VendorType } from '../pages/pixels/fired-pixel.ts';
import type { RuleVisitor } from '../resources/links/rules/rule-kind.ts';

/** What becomes of a link's pixels for one visitor. */
export type PixelChoice = 'fire' | 'skip' | 'ask';

/** What a decision may ask about whoever comes; each answer is worked out only when it is asked for. */
export interface LinkVisitor extends RuleVisitor {
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
