import { type FieldError, fieldError } from '../../core/errors.ts';
import { isDangling } from '../../db/failures.ts';
import { hostOf } from '../../lib/url.ts';
import type { DomainService } from '../domains/domain.service.ts';
import { readHost } from '../domains/domain.ts';
import type { OverlayService } from '../overlays/overlay.service.ts';
import type { PixelService } from '../pixels/pixel.service.ts';
import type { SplashPageService } from '../splash/splash-page.service.ts';
import type { ItemChannels } from './item-channels.ts';
import { assertBodyFits, destinationHostsIn } from './link.change.ts';
import type { LinkChange } from './link.contract.ts';
import { MAIN_DOMAIN } from './link.ts';
import { type ParsedLinkType, parseType } from './link.type.ts';

/** The dependencies of the validator. */
export interface ValidatorParts {
  domains: Pick<DomainService, 'findOwned' | 'findOurs'>;
  pixels: Pick<PixelService, 'ownsAll'>;
  splashPages: Pick<SplashPageService, 'owns'>;
  overlays: Pick<OverlayService, 'owns'>;
  channels: Pick<ItemChannels, 'owns'>;
  ownsCampaign(owner: number, id: number): Promise<boolean>;
  /** The beginning of short URLs on the main host. */
  baseUrl: string;
}

/** Validates a body against the rows of its owner. */
export interface LinkValidator {
  /** Finds the owner's domain by its name, with its number of links; undefined if the owner does not have it. */
  findDomain(owner: number, text: string): Promise<{ id: number; linkCount?: number } | undefined>;
  /** Throws if the body is invalid; returns the id of the domain that it names. */
  assertValid(owner: number, change: LinkChange): Promise<number | undefined>;
  /** The errors of destinations, each with its field, that point to this service. */
  findOwnAddresses(owner: number, destinations: [field: string, href: string][]): Promise<FieldError[]>;
  /** Turns a foreign-key violation into the error of the field whose row was deleted meanwhile. */
  explainMissing<T>(owner: number, body: LinkChange, work: Promise<T>): Promise<T>;
}

export function createLinkValidator(parts: ValidatorParts): LinkValidator {
  const { domains, pixels, splashPages, overlays, channels, ownsCampaign, baseUrl } = parts;
  const mainHost = new URL(baseUrl).host;

  const findDomain: LinkValidator['findDomain'] = async (owner, text) =>
    readHost(text)?.host === mainHost ? { id: MAIN_DOMAIN } : domains.findOwned(owner, text);

  async function ownsInterstitial(owner: number, { type, interstitialId }: ParsedLinkType): Promise<boolean> {
    if (interstitialId === null) return true;
    return (type === 'overlay' ? overlays : splashPages).owns(owner, interstitialId);
  }

  async function ownsChannels(owner: number, ids: number[]): Promise<boolean> {
    for (const id of ids) if (!(await channels.owns(owner, id))) return false;
    return true;
  }

  async function assertValid(owner: number, change: LinkChange): Promise<number | undefined> {
    const ownsPixels = !change.pixels || (await pixels.ownsAll(owner, change.pixels));
    const ours = await domains.findOurs(owner, destinationHostsIn(change));
    const domain = change.domain ? await findDomain(owner, change.domain) : { id: MAIN_DOMAIN };
    assertBodyFits(change, {
      isOwnHost: (host) => ours.has(host),
      ownsDomain: domain !== undefined,
      ownsPixels,
      ownsCampaign: !change.campaign || (await ownsCampaign(owner, change.campaign)),
      ownsChannel: await ownsChannels(owner, change.channel ?? []),
      ownsInterstitial: !change.type || (await ownsInterstitial(owner, parseType(change.type))),
    });
    return change.domain === undefined ? undefined : domain?.id;
  }

  return {
    findDomain,
    assertValid,

    async findOwnAddresses(owner, destinations) {
      const ours = await domains.findOurs(
        owner,
        destinations.map(([, href]) => hostOf(href)),
      );
      return destinations
        .filter(([, href]) => ours.has(hostOf(href)))
        .map(([field]) => fieldError(field, 'own_address'));
    },

    async explainMissing(owner, body, work) {
      try {
        return await work;
      } catch (error) {
        if (isDangling(error)) await assertValid(owner, body);
        throw error;
      }
    },
  };
}
