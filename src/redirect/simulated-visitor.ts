import { type DeviceName, isCovered } from '../agent/device.ts';
import type { VisitorKind } from '../agent/visit-kind.ts';
import { foldRegion } from '../geo/fold-name.ts';
import { findSubdivision } from '../geo/subdivisions.ts';
import type { VendorType } from '../pages/pixels/pixel-tags.ts';
import { RequestVisitor, type VisitorSources } from './request-visitor.ts';
import type { SimulatedProperties } from './simulate.contract.ts';
import type { PixelChoice } from './visitor.ts';

const systems: Partial<Record<DeviceName, string>> = {
  iphone: 'iOS',
  ipad: 'iPadOS',
  ios: 'iOS',
  android: 'Android',
  windows: 'Windows',
  macos: 'macOS',
  linux: 'Linux',
  chromeos: 'ChromeOS',
};

// `ios` comes after `iphone`: the name of a system does not say which device it is.
const devices = new Map(Object.entries(systems).map(([device, system]) => [system, device as DeviceName]));

interface NamedPlace {
  country: string | undefined;
  region: string | undefined;
  city: string | undefined;
}

/** The named part of a place; the code of a region also names its country. */
function placeOf({ country, region, city }: SimulatedProperties): NamedPlace {
  const found = region ? findSubdivision(region) : undefined;
  const isTerritory = found?.territory !== undefined;
  return {
    country: country ?? found?.territory ?? found?.country,
    region: found ? (isTerritory ? '' : found.names[0]) : (region ?? undefined),
    city: city ?? undefined,
  };
}

/** The request that such a visitor would send. */
function requestOf({ user_agent: agent, language, referrer }: SimulatedProperties): Request {
  const headers = new Headers();
  if (agent) headers.set('User-Agent', agent);
  if (language) headers.set('Accept-Language', language);
  if (referrer) headers.set('Referer', `https://${referrer}/`);
  return new Request('http://simulated.invalid/', { headers });
}

/** A visitor as someone describes it: a request with some properties that are named instead of derived. */
export class SimulatedVisitor extends RequestVisitor {
  readonly #properties: SimulatedProperties;
  readonly #place: NamedPlace;

  constructor(properties: SimulatedProperties, sources: VisitorSources) {
    const address = properties.address ?? '';
    const request = { request: requestOf(properties), peer: address, query: properties.query ?? '' };
    super(request, { ...sources, addressOf: () => address });
    this.#properties = properties;
    this.#place = placeOf(properties);
  }

  override country(): string {
    return this.#place.country ?? super.country();
  }

  override region(): string {
    if (this.#place.region !== undefined) return this.#place.region;
    return this.country() === super.country() ? super.region() : '';
  }

  override city(): string {
    if (this.#place.city !== undefined) return this.#place.city;
    return this.country() === super.country() && this.region() === super.region() ? super.city() : '';
  }

  override isIn(country: string, region: string): boolean {
    return this.country() === country && (region === '' || foldRegion(this.region()) === region);
  }

  override isDevice(device: DeviceName): boolean {
    const { device: named, os, user_agent: agent } = this.#properties;
    const system = devices.get(os ?? '');
    if (system && isCovered(system, [device])) return true;
    if (named) return isCovered(named, [device]);
    return system && !agent ? false : super.isDevice(device);
  }

  override os(): string {
    const { os, device, user_agent: agent } = this.#properties;
    return os ?? (device && !agent ? (systems[device] ?? '') : super.os());
  }

  override browser(): string {
    return this.#properties.browser ?? super.browser();
  }

  override kind(): VisitorKind {
    return this.#properties.is ?? super.kind();
  }

  override isPerson(): boolean {
    const { is } = this.#properties;
    return is ? is === 'person' : super.isPerson();
  }

  override isSocialCrawler(): boolean {
    const { is } = this.#properties;
    return is ? is === 'preview' : super.isSocialCrawler();
  }

  override pixelChoice(vendors: VendorType[]): PixelChoice {
    return this.isPerson() ? super.pixelChoice(vendors) : 'skip';
  }
}
