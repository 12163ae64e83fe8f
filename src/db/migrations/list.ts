import type { Migration } from '../migration.ts';
import { identityAndPixels } from './0001-identity-and-pixels.ts';
import { links } from './0002-links.ts';
import { clicks } from './0003-clicks.ts';
import { files } from './0004-files.ts';
import { qrCodes } from './0005-qr-codes.ts';
import { domains } from './0006-domains.ts';
import { campaigns } from './0007-campaigns.ts';
import { channels } from './0008-channels.ts';
import { bioPages } from './0009-bio-pages.ts';
import { splashPages } from './0010-splash-pages.ts';
import { overlays } from './0011-overlays.ts';
import { sessions } from './0012-sessions.ts';
import { framing } from './0013-framing.ts';
import { sharedStatistics } from './0014-shared-statistics.ts';
import { linkFilters } from './0015-link-filters.ts';
import { nameLocks } from './0016-name-locks.ts';
import { plainPages } from './0017-plain-pages.ts';
import { domainVerification } from './0018-domain-verification.ts';
import { accountKeys } from './0019-account-keys.ts';
import { takeDown } from './0020-take-down.ts';
import { pollVoters } from './0021-poll-voters.ts';
import { wordSweeps } from './0022-word-sweeps.ts';
import { rollups } from './0023-rollups.ts';
import { partlyWrittenClicks } from './0024-partly-written-clicks.ts';
import { importedLinks } from './0025-imported-links.ts';
import { keptVisits } from './0026-kept-visits.ts';
import { linkQrCodes } from './0027-link-qr-codes.ts';
import { utmTemplates } from './0028-utm-templates.ts';
import { qrCodeDomains } from './0029-qr-code-domains.ts';
import { bioPageDomains } from './0030-bio-page-domains.ts';
import { protectedShares } from './0031-protected-shares.ts';
import { certificates } from './0032-certificates.ts';
import { userRemovals } from './0033-user-removals.ts';
import { appLinks } from './0034-app-links.ts';
import { misses } from './0035-misses.ts';
import { keyLimits } from './0038-key-limits.ts';
import { secondFactors } from './0039-second-factors.ts';
import { workspaces } from './0040-workspaces.ts';
import { invitations } from './0041-invitations.ts';
import { passkeys } from './0042-passkeys.ts';
import { singleSignOn } from './0043-single-sign-on.ts';
import { audit } from './0044-audit.ts';
import { trash } from './0045-trash.ts';
import { scheduledChanges } from './0046-scheduled-changes.ts';
import { compatibleKeys } from './0047-compatible-keys.ts';
import { imports } from './0048-imports.ts';
import { webhooks } from './0049-webhooks.ts';
import { savedTags } from './0050-saved-tags.ts';
import { tagPositions } from './0051-tag-positions.ts';
import { restoredRows } from './0052-restored-rows.ts';
import { conflictPlaces } from './0053-conflict-places.ts';
import { firstHours } from './0054-first-hours.ts';
import { accountProofs } from './0055-account-proofs.ts';
import { importRights } from './0056-import-rights.ts';

/** All migrations in order; a released migration never changes. */
export const migrations: Migration[] = [
  identityAndPixels,
  links,
  clicks,
  files,
  qrCodes,
  domains,
  campaigns,
  channels,
  bioPages,
  splashPages,
  overlays,
  sessions,
  framing,
  sharedStatistics,
  linkFilters,
  nameLocks,
  plainPages,
  domainVerification,
  accountKeys,
  takeDown,
  pollVoters,
  wordSweeps,
  rollups,
  partlyWrittenClicks,
  importedLinks,
  keptVisits,
  linkQrCodes,
  utmTemplates,
  qrCodeDomains,
  bioPageDomains,
  protectedShares,
  certificates,
  userRemovals,
  appLinks,
  misses,
  keyLimits,
  secondFactors,
  workspaces,
  invitations,
  passkeys,
  singleSignOn,
  audit,
  trash,
  scheduledChanges,
  compatibleKeys,
  imports,
  webhooks,
  savedTags,
  tagPositions,
  restoredRows,
  conflictPlaces,
  firstHours,
  accountProofs,
  importRights,
];
