import type { MigrationTable } from './db/migration.table.ts';
import type { SettingTable } from './db/setting.table.ts';
import type { TallyTable } from './db/tally.table.ts';
import type { FeedTable } from './feeds/feed.table.ts';
import type { UserTable } from './resources/account/account.table.ts';
import type { PasswordResetTable } from './resources/account/password-reset.table.ts';
import type { BioBlockTable, BioPageTable } from './resources/bio/bio.table.ts';
import type { CampaignTable } from './resources/campaigns/campaign.table.ts';
import type { ChannelItemTable, ChannelTable } from './resources/channels/channel.table.ts';
import type { DomainTable } from './resources/domains/domain.table.ts';
import type { FileTable } from './resources/files/file.table.ts';
import type { KeyTable } from './resources/keys/key.table.ts';
import type { LinkPixelTable, LinkTable, LinkTagTable } from './resources/links/link.table.ts';
import type { PixelTable } from './resources/pixels/pixel.table.ts';
import type { QrCodeTable, QrLogoTable } from './resources/qr-codes/qr-code.table.ts';
import type { SessionTable } from './resources/sessions/session.table.ts';
import type { JournalTable, KeptClickTable, PageTable, WordTable } from './rollups/rollup.table.ts';

/** Every table of the store. */
export interface Tables {
  bio_blocks: BioBlockTable;
  bio_pages: BioPageTable;
  campaigns: CampaignTable;
  channel_items: ChannelItemTable;
  channels: ChannelTable;
  domains: DomainTable;
  feeds: FeedTable;
  files: FileTable;
  journals: JournalTable;
  kept_clicks: KeptClickTable;
  keys: KeyTable;
  link_pixels: LinkPixelTable;
  link_tags: LinkTagTable;
  links: LinkTable;
  migrations: MigrationTable;
  pages: PageTable;
  password_resets: PasswordResetTable;
  pixels: PixelTable;
  qr_codes: QrCodeTable;
  qr_logos: QrLogoTable;
  sessions: SessionTable;
  settings: SettingTable;
  tallies: TallyTable;
  users: UserTable;
  words: WordTable;
}
