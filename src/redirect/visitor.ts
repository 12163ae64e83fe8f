import { isSocialCrawler } from '../agent/crawler.ts';
import { type DeviceName, matchesDevice } from '../agent/device.ts';
import { chooseLanguage, preferredLanguages } from '../agent/language.ts';
import type { Places } from '../geo/places.ts';
import type { VendorType } from '../pages/pixels/pixel-tags.ts';
import { isPerson } from './is-person.ts';
import { choosePixels, type PixelRules } from './pixel-choice.ts';
import type { PixelChoice, Visitor } from './visitor-questions.ts';

/** What it takes to find out about visitors; the same for all of them. */
export interface Senses {
  places: Places;
  addressOf(request: Request, peer: string): string;
  isUnlocked(request: Request, linkId: number, passwordHash: string): boolean;
  pixelRules: PixelRules;
}

/** A visitor as a request tells of them. What is asked twice is read from the request once: each reading makes a new text. */
export class RequestVisitor implements Visitor {
  readonly query: string;
  readonly #request: Request;
  readonly #peer: string;
  readonly #senses: Senses;
  #address: string | undefined;
  #country: string | undefined;
  #agent: string | undefined;

  constructor(request: Request, peer: string, query: string, senses: Senses) {
    this.#request = request;
    this.#peer = peer;
    this.query = query;
    this.#senses = senses;
  }

  isIn(country: string, region: string): boolean {
    if (this.#readCountry() !== country) return false;
    return region === '' || this.#senses.places.regionOf(this.#readAddress()) === region;
  }

  isOn(device: DeviceName): boolean {
    return matchesDevice(this.#readAgent(), device);
  }

  prefers(languages: string[]): number {
    return chooseLanguage(preferredLanguages(this.#request.headers.get('Accept-Language')), languages);
  }

  isPerson(): boolean {
    return isPerson(this.#request);
  }

  isSocialCrawler(): boolean {
    return isSocialCrawler(this.#readAgent());
  }

  hasUnlocked(linkId: number, passwordHash: string): boolean {
    return this.#senses.isUnlocked(this.#request, linkId, passwordHash);
  }

  choosePixels(vendors: VendorType[]): PixelChoice {
    return choosePixels(this.#request, vendors, () => this.#readCountry(), this.#senses.pixelRules);
  }

  #readAddress(): string {
    this.#address ??= this.#senses.addressOf(this.#request, this.#peer);
    return this.#address;
  }

  #readCountry(): string {
    this.#country ??= this.#senses.places.countryOf(this.#readAddress()) ?? '';
    return this.#country;
  }

  #readAgent(): string {
    this.#agent ??= this.#request.headers.get('User-Agent') ?? '';
    return this.#agent;
  }
}
