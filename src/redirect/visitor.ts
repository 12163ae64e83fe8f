import type { VendorType } from '../pages/pixels/fired-pixel.ts';
import type { RuleVisitor } from '../resources/links/rules/rule-kind.ts';

/** What happens to the pixels of a link for one visitor. */
export type PixelChoice = 'fire' | 'skip' | 'ask';

/** What a decision may know about a visitor; each property is computed when it is first needed. */
export interface LinkVisitor extends RuleVisitor {
  /** Whether the visit counts as a click; crawlers, previews, monitors, prefetches and HEAD do not. */
  isPerson(): boolean;
  isSocialCrawler(): boolean;
  /** Whether the visitor has entered the password of this link. */
  hasUnlocked(linkId: number, passwordHash: string): boolean;
  /** Whether these vendors' pixels may fire, or the visitor must be asked for consent first. */
  pixelChoice(vendors: VendorType[]): PixelChoice;
}
