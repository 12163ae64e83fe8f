import { isSocialCrawler } from '../agent/crawler.ts';
import { type AgentDescription, describeAgent } from '../agent/describe-agent.ts';
import { type DeviceKind, type DeviceName, deviceKindOf, isDeviceOfKind } from '../agent/device.ts';
import { chooseLanguage, preferredLanguages } from '../agent/language.ts';
import { fullReferrerHostOf } from '../agent/referrer.ts';
import { type VisitorKind, visitorKindOf } from '../agent/visit-kind.ts';
import type { Place, Places } from '../geo/places.ts';
import type { HashVisitor } from '../lib/visitor-hash.ts';
import type { VendorType } from '../pages/pixels/pixel-tags.ts';
import { isPersonRequest } from './is-person-request.ts';
import type { LinkVisit } from './link-visit.ts';
import { type PixelRules, pixelChoiceFor } from './pixel-consent.ts';
import { withReferrer } from './referrer-cookie.ts';
import type { LinkVisitor, PixelChoice } from './visitor.ts';

/** The part of a visit that describes its visitor. */
export type VisitorRequest = Pick<LinkVisit, 'request' | 'peer' | 'query'>;

/** The dependencies that all visitors share. */
export interface VisitorSources {
  places: Places;
  addressOf(request: Request, peer: string): string;
  isUnlocked(request: Request, linkId: number, passwordHash: string): boolean;
  pixelRules: PixelRules;
  hashVisitor: HashVisitor;
}

/** A visitor as described by a request. Each header is read once, because every read creates a new string. */
export class RequestVisitor implements LinkVisitor {
  readonly query: string;
  readonly #request: Request;
  readonly #peer: string;
  readonly #sources: VisitorSources;
  #address: string | undefined;
  #country: string | undefined;
  #place: Place | undefined;
  #agent: string | undefined;
  #description: AgentDescription | undefined;
  #deviceKind: DeviceKind | undefined;
  #kind: VisitorKind | undefined;
  #languages: readonly string[] | undefined;
  #referrerHost: string | undefined;
  #hash: number | undefined;

  constructor({ request, peer, query }: VisitorRequest, sources: VisitorSources) {
    this.#request = request;
    this.#peer = peer;
    this.query = query;
    this.#sources = sources;
  }

  isIn(country: string, region: string): boolean {
    if (this.country() !== country) return false;
    return region === '' || this.#sources.places.regionOf(this.address()) === region;
  }

  prefers(languages: string[]): number {
    return chooseLanguage(this.#readLanguages(), languages);
  }

  isPerson(): boolean {
    return isPersonRequest(this.#request);
  }

  isSocialCrawler(): boolean {
    return isSocialCrawler(this.#readAgent());
  }

  hasUnlocked(linkId: number, passwordHash: string): boolean {
    return this.#sources.isUnlocked(this.#request, linkId, passwordHash);
  }

  pixelChoice(vendors: VendorType[]): PixelChoice {
    return pixelChoiceFor(this.#request, vendors, () => this.country(), this.#sources.pixelRules);
  }

  address(): string {
    this.#address ??= this.#sources.addressOf(this.#request, this.#peer);
    return this.#address;
  }

  country(): string {
    this.#country ??= this.#sources.places.countryOf(this.address()) ?? '';
    return this.#country;
  }

  region(): string {
    return this.#readPlace().region;
  }

  city(): string {
    return this.#readPlace().city;
  }

  language(): string {
    return this.#readLanguages()[0] ?? '';
  }

  isDevice(device: DeviceName): boolean {
    this.#deviceKind ??= deviceKindOf(this.#readAgent());
    return isDeviceOfKind(this.#deviceKind, device);
  }

  os(): string {
    return this.#describeAgent().os;
  }

  browser(): string {
    return this.#describeAgent().browser;
  }

  kind(): VisitorKind {
    this.#kind ??= visitorKindOf(this.#readAgent());
    return this.#kind;
  }

  /** Behind a password form, the page before the form: a cookie keeps it. */
  referrerHost(): string {
    this.#referrerHost ??= fullReferrerHostOf(withReferrer(this.#request).headers.get('Referer') ?? '');
    return this.#referrerHost;
  }

  hash(): number {
    this.#hash ??= this.#sources.hashVisitor(this.address(), this.#readAgent());
    return this.#hash;
  }

  #readAgent(): string {
    this.#agent ??= this.#request.headers.get('User-Agent') ?? '';
    return this.#agent;
  }

  #describeAgent(): AgentDescription {
    this.#description ??= describeAgent(this.#readAgent());
    return this.#description;
  }

  #readLanguages(): readonly string[] {
    this.#languages ??= preferredLanguages(this.#request.headers.get('Accept-Language'));
    return this.#languages;
  }

  #readPlace(): Place {
    this.#place ??= this.#sources.places.placeOf(this.address(), this.country());
    return this.#place;
  }
}
