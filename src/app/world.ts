import type { RateWindows } from '../core/rate-window.ts';
import type { Clock } from '../lib/date-time.ts';
import type { Log } from '../lib/log.ts';
import type { FindAddresses } from '../lib/outbound/find-addresses.ts';
import type { FindTexts } from '../lib/outbound/find-texts.ts';
import type { Outbound } from '../lib/outbound/outbound.ts';
import type { ChangedCampaign } from '../resources/campaigns/campaign.service.ts';
import type { LinkEvent } from '../resources/links/link-event.ts';

/** What everything that is built here may use of the world outside. */
export interface World {
  log: Log;
  now: Clock;
  /** The way to what users name; the public internet, where it is left out. */
  outbound?: Outbound | undefined;
  /** What the limits on signing in are counted in; none of the commands signs anyone in. */
  windows?: RateWindows | undefined;
  /** Numbers from 0 to 1 by which rotators pick; the runtime's own, where it is left out. */
  random?: (() => number) | undefined;
  /** Where names point; the public name service, where it is left out. */
  findAddresses?: FindAddresses | undefined;
  /** The TXT records of names; the public name service, where it is left out. */
  findTexts?: FindTexts | undefined;
}

/** Who is told of changes; nobody, where no server runs. */
export interface Listeners {
  onLinkChanged(stored: LinkEvent): void;
  onPixelChanged(id: number): void;
  onQrCodeChanged(code: string): void;
  onCampaignChanged(changed: ChangedCampaign): void;
  onDomainChanged(name: string): void;
  onBioPageChanged(slugs: string[]): void;
  onInterstitialChanged(changed: { kind: 'splash' | 'overlay'; id: number }): void;
}

export const NOBODY: Listeners = {
  onLinkChanged: () => {},
  onPixelChanged: () => {},
  onQrCodeChanged: () => {},
  onCampaignChanged: () => {},
  onDomainChanged: () => {},
  onBioPageChanged: () => {},
  onInterstitialChanged: () => {},
};
