import { isSocialCrawler } from '../agent/crawler.ts';
import { chooseLanguage, preferredLanguages } from '../agent/language.ts';
import type { Places } from '../geo/places.ts';
import type { VendorType } from '../pages/pixels/pixel-tags.ts';
import { isPersonRequest } from './is-person-request.ts';
import type { LinkVisit } from './link-visit.ts';
import { type PixelRules, pixelChoiceFor } from './pixel-consent.ts';
import type { LinkVisitor, PixelChoice } from './visitor.ts';

/** The part of a visit that describes its visitor. */
export type VisitorRequest = Pick<LinkVisit, 'request' | 'peer' | 'query'>;

/** The dependencies that all visitors share. */
export interface VisitorSources {
  places: Places;
  addressOf(request: Request, peer: string): string;
  isUnlocked(request: Request, linkId: number, passwordHash: string): boolean;
  pixelRules: PixelRules;
}

/** A visitor as described by a request. Each header is read once, because every read creates a new string. */
export class RequestVisitor implements LinkVisitor {
  readonly query: string;
  readonly #request: Request;
  readonly #peer: string;
  readonly #sources: VisitorSources;
  #address: string | undefined;
  #country: string | undefined;
  #agent: string | undefined;

  constructor({ request, peer, query }: VisitorRequest, sources: VisitorSources) {
    this.#request = request;
    this.#peer = peer;
    this.query = query;
    this.#sources = sources;
  }

  isIn(country: string, region: string): boolean {
    if (this.#readCountry() !== country) return false;
    return region === '' || this.#sources.places.regionOf(this.#readAddress()) === region;
  }

  prefers(languages: string[]): number {
    return chooseLanguage(preferredLanguages(this.#request.headers.get('Accept-Language')), languages);
  }

  isPerson(): boolean {
    return isPersonRequest(this.#request);
  }

  isSocialCrawler(): boolean {
    return isSocialCrawler(this.userAgent());
  }

  hasUnlocked(linkId: number, passwordHash: string): boolean {
    return this.#sources.isUnlocked(this.#request, linkId, passwordHash);
  }

  pixelChoice(vendors: VendorType[]): PixelChoice {
    return pixelChoiceFor(this.#request, vendors, () => this.#readCountry(), this.#sources.pixelRules);
  }

  #readAddress(): string {
    this.#address ??= this.#sources.addressOf(this.#request, this.#peer);
    return this.#address;
  }

  #readCountry(): string {
    this.#country ??= this.#sources.places.countryOf(this.#readAddress()) ?? '';
    return this.#country;
  }

  userAgent(): string {
    this.#agent ??= this.#request.headers.get('User-Agent') ?? '';
    return this.#agent;
  }
}
