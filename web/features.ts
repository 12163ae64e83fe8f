import {
  AppWindow,
  Bot,
  ChartNoAxesColumn,
  Globe,
  House,
  KeyRound,
  Link2,
  type LucideIcon,
  Megaphone,
  PanelsTopLeft,
  QrCode,
  Radar,
  ScrollText,
  SearchX,
  Server,
  Settings,
  Shapes,
  SquareUserRound,
  Trash2,
  Upload,
  Users,
  UsersRound,
} from 'lucide-react';
import type { ComponentType } from 'react';
import type { TextsOf } from './lib/texts.ts';
import type { ChangingRole } from './lib/workspaces.ts';

/** What a feature's module exports; `params` are the named parts of its path. */
export interface FeatureModule {
  Screen: ComponentType<{ params: Record<string, string> }>;
}

/** A screen of the dashboard: its path, its name, and how its code is loaded. */
export interface Feature {
  /** Its name in `locales/en/shell.json`. */
  id: keyof TextsOf<'shell'>['nav'];
  path: string;
  icon: LucideIcon;
  /** `bar` also appears in the bottom bar on phones; `none` is reached only from another screen. */
  place: 'bar' | 'rail' | 'foot' | 'none';
  /** The key that opens it after `g`. */
  key?: string;
  isForAdmin?: boolean;
  /** The least role in the workspace that has it in the navigation. */
  seenBy?: ChangingRole;
  /** The least role in the workspace that may change what it shows; undefined if it belongs to the user or the server. */
  changedBy?: ChangingRole;
  load(): Promise<FeatureModule>;
}

/** Every screen, in the order of the navigation. */
export const features: Feature[] = [
  {
    id: 'home',
    path: '/',
    icon: House,
    place: 'bar',
    key: 'h',
    changedBy: 'editor',
    load: () => import('./features/home/home.tsx'),
  },
  {
    id: 'links',
    path: '/links',
    icon: Link2,
    place: 'bar',
    key: 'l',
    changedBy: 'editor',
    load: () => import('./features/links/links.tsx'),
  },
  {
    id: 'import',
    path: '/links/import',
    icon: Upload,
    place: 'none',
    changedBy: 'editor',
    load: () => import('./features/import/import.tsx'),
  },
  {
    id: 'link',
    path: '/links/:id',
    icon: ChartNoAxesColumn,
    place: 'none',
    changedBy: 'editor',
    load: () => import('./features/links/link-page.tsx'),
  },
  {
    id: 'linkQr',
    path: '/links/:id/qr',
    icon: QrCode,
    place: 'none',
    changedBy: 'editor',
    load: () => import('./features/qr/link-code.tsx'),
  },
  {
    id: 'qr',
    path: '/qr',
    icon: QrCode,
    place: 'bar',
    key: 'q',
    changedBy: 'editor',
    load: () => import('./features/qr/qr.tsx'),
  },
  {
    id: 'qrCode',
    path: '/qr/:id',
    icon: QrCode,
    place: 'none',
    changedBy: 'editor',
    load: () => import('./features/qr/qr-code.tsx'),
  },
  {
    id: 'qrStatistics',
    path: '/qr/:id/statistics',
    icon: ChartNoAxesColumn,
    place: 'none',
    changedBy: 'editor',
    load: () => import('./features/qr/qr-statistics.tsx'),
  },
  {
    id: 'bio',
    path: '/bio',
    icon: SquareUserRound,
    place: 'bar',
    key: 'b',
    changedBy: 'editor',
    load: () => import('./features/bio/bio.tsx'),
  },
  {
    id: 'bioPage',
    path: '/bio/:id',
    icon: SquareUserRound,
    place: 'none',
    changedBy: 'editor',
    load: () => import('./features/bio/bio-page.tsx'),
  },
  {
    id: 'bioStatistics',
    path: '/bio/:id/statistics',
    icon: ChartNoAxesColumn,
    place: 'none',
    changedBy: 'editor',
    load: () => import('./features/bio/bio-statistics.tsx'),
  },
  {
    id: 'campaigns',
    path: '/campaigns',
    icon: Megaphone,
    place: 'rail',
    key: 'c',
    changedBy: 'editor',
    load: () => import('./features/campaigns/campaigns.tsx'),
  },
  {
    id: 'campaign',
    path: '/campaigns/:id',
    icon: Megaphone,
    place: 'none',
    changedBy: 'editor',
    load: () => import('./features/campaigns/campaign-page.tsx'),
  },
  {
    id: 'channels',
    path: '/channels',
    icon: Shapes,
    place: 'rail',
    key: 'n',
    changedBy: 'editor',
    load: () => import('./features/channels/channels.tsx'),
  },
  {
    id: 'channel',
    path: '/channels/:id',
    icon: Shapes,
    place: 'none',
    changedBy: 'editor',
    load: () => import('./features/channels/channel-page.tsx'),
  },
  {
    id: 'domains',
    path: '/domains',
    icon: Globe,
    place: 'rail',
    key: 'd',
    changedBy: 'admin',
    load: () => import('./features/domains/domains.tsx'),
  },
  {
    id: 'misses',
    path: '/domains/:id/misses',
    icon: SearchX,
    place: 'none',
    changedBy: 'editor',
    load: () => import('./features/misses/misses.tsx'),
  },
  {
    id: 'pixels',
    path: '/pixels',
    icon: Radar,
    place: 'rail',
    key: 'p',
    changedBy: 'admin',
    load: () => import('./features/pixels/pixels.tsx'),
  },
  {
    id: 'splash',
    path: '/splash',
    icon: AppWindow,
    place: 'rail',
    key: 's',
    changedBy: 'editor',
    load: () => import('./features/splash/splash.tsx'),
  },
  {
    id: 'overlays',
    path: '/overlays',
    icon: PanelsTopLeft,
    place: 'rail',
    key: 'o',
    changedBy: 'editor',
    load: () => import('./features/overlays/overlays.tsx'),
  },
  {
    id: 'overlay',
    path: '/overlays/:id',
    icon: PanelsTopLeft,
    place: 'none',
    changedBy: 'editor',
    load: () => import('./features/overlays/responses.tsx'),
  },
  {
    id: 'members',
    path: '/members',
    icon: UsersRound,
    place: 'foot',
    key: 'm',
    changedBy: 'admin',
    load: () => import('./features/members/members.tsx'),
  },
  {
    id: 'trash',
    path: '/trash',
    icon: Trash2,
    place: 'foot',
    key: 't',
    changedBy: 'editor',
    load: () => import('./features/trash/trash.tsx'),
  },
  {
    id: 'audit',
    path: '/audit',
    icon: ScrollText,
    place: 'foot',
    key: 'a',
    seenBy: 'admin',
    load: () => import('./features/audit/audit.tsx'),
  },
  {
    id: 'keys',
    seenBy: 'admin',
    path: '/keys',
    icon: KeyRound,
    place: 'foot',
    key: 'k',
    changedBy: 'admin',
    load: () => import('./features/keys/keys.tsx'),
  },
  {
    id: 'agents',
    seenBy: 'admin',
    path: '/agents',
    icon: Bot,
    place: 'foot',
    key: 'i',
    changedBy: 'admin',
    load: () => import('./features/agents/agents.tsx'),
  },
  {
    id: 'users',
    path: '/users',
    icon: Users,
    place: 'foot',
    key: 'u',
    isForAdmin: true,
    load: () => import('./features/users/users.tsx'),
  },
  {
    id: 'server',
    path: '/server',
    icon: Server,
    place: 'foot',
    key: 'v',
    isForAdmin: true,
    load: () => import('./features/server/server.tsx'),
  },
  {
    id: 'settings',
    path: '/settings',
    icon: Settings,
    place: 'foot',
    key: 'e',
    load: () => import('./features/settings/settings.tsx'),
  },
];
