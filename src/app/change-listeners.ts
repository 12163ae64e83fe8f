import type { BioAddress } from '../resources/bio/bio.ts';
import type { ChangedCampaign } from '../resources/campaigns/campaign.service.ts';
import type { LinkEvent } from '../resources/links/link-event.ts';

/** Called by the services after each change that was stored. */
export interface ChangeListeners {
  onLinkChanged(stored: LinkEvent): void;
  onPixelChanged(id: number): void;
  onQrCodeChanged(code: string): void;
  onCampaignChanged(changed: ChangedCampaign): void;
  onDomainChanged(name: string): void;
  onBioPageChanged(addresses: BioAddress[]): void;
  onWellKnownFilesChanged(domainId: number): void;
  onInterstitialChanged(changed: { kind: 'splash' | 'overlay'; id: number }): void;
  /** A member lost a role in a shared workspace. */
  onRoleLost(workspaceId: number): void;
}

/** For commands: without a server there are no caches. */
export const NO_LISTENERS: ChangeListeners = {
  onLinkChanged: () => {},
  onPixelChanged: () => {},
  onQrCodeChanged: () => {},
  onCampaignChanged: () => {},
  onDomainChanged: () => {},
  onBioPageChanged: () => {},
  onWellKnownFilesChanged: () => {},
  onInterstitialChanged: () => {},
  onRoleLost: () => {},
};

/** Listeners for services that are created before the caches. */
export interface ChangeRelay {
  listeners: ChangeListeners;
  /** Passes every change on to `target` from now on; changes before that are dropped, because no cache holds anything yet. */
  connect(target: ChangeListeners): void;
}

export function createChangeRelay(): ChangeRelay {
  let connected = NO_LISTENERS;
  return {
    listeners: {
      onLinkChanged: (stored) => connected.onLinkChanged(stored),
      onPixelChanged: (id) => connected.onPixelChanged(id),
      onQrCodeChanged: (code) => connected.onQrCodeChanged(code),
      onCampaignChanged: (changed) => connected.onCampaignChanged(changed),
      onDomainChanged: (name) => connected.onDomainChanged(name),
      onBioPageChanged: (addresses) => connected.onBioPageChanged(addresses),
      onWellKnownFilesChanged: (domainId) => connected.onWellKnownFilesChanged(domainId),
      onInterstitialChanged: (changed) => connected.onInterstitialChanged(changed),
      onRoleLost: (workspaceId) => connected.onRoleLost(workspaceId),
    },
    connect(target) {
      connected = target;
    },
  };
}
