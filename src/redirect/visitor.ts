import { isSocialCrawler } from '../agent/crawler.ts';
import { type DeviceName, matchesDevice } from '../agent/device.ts';
import { chooseLanguage, preferredLanguages } from '../agent/language.ts';
import type { Places } from '../geo/places.ts';

/** What a decision may ask about whoever comes; each answer is worked out only when it is asked for. */
export interface Visitor {
  /** Whether they come from the country (ISO code) and, where one is given, its region. */
  isIn(country: string, region: string): boolean;
  isOn(device: DeviceName): boolean;
  /** Which of these languages they would rather read; -1 for none. */
  prefers(languages: string[]): number;
  isSocialCrawler(): boolean;
  /** Whether they have given the password of this link. */
  hasUnlocked(linkId: number, passwordHash: string): boolean;
  /** The query they came with, without the question mark. */
  query: string;
}

/** Whether a request carries the proof that its sender has given a link's password. */
export type IsUnlocked = (request: Request, linkId: number, passwordHash: string) => boolean;

const MAX_AGENT_LENGTH = 512;

/** A visitor as a request tells of them. */
export class RequestVisitor implements Visitor {
  readonly query: string;
  readonly #request: Request;
  readonly #addressOf: () => string;
  readonly #places: Places;
  readonly #isUnlocked: IsUnlocked;
  #address: string | undefined;
  #country: string | undefined;

  constructor(
    request: Request,
    query: string,
    world: { addressOf: () => string; places: Places; isUnlocked: IsUnlocked },
  ) {
    this.#request = request;
    this.query = query;
    this.#addressOf = world.addressOf;
    this.#places = world.places;
    this.#isUnlocked = world.isUnlocked;
  }

  isIn(country: string, region: string): boolean {
    this.#address ??= this.#addressOf();
    this.#country ??= this.#places.countryOf(this.#address) ?? '';
    if (this.#country !== country) return false;
    return region === '' || this.#places.regionOf(this.#address) === region;
  }

  isOn(device: DeviceName): boolean {
    return matchesDevice(this.#agent(), device);
  }

  prefers(languages: string[]): number {
    return chooseLanguage(preferredLanguages(this.#request.headers.get('Accept-Language')), languages);
  }

  isSocialCrawler(): boolean {
    return isSocialCrawler(this.#agent());
  }

  hasUnlocked(linkId: number, passwordHash: string): boolean {
    return this.#isUnlocked(this.#request, linkId, passwordHash);
  }

  #agent(): string {
    return (this.#request.headers.get('User-Agent') ?? '').slice(0, MAX_AGENT_LENGTH);
  }
}
