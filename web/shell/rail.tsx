import { BookOpen, Ellipsis, Languages, LogOut, Monitor, Moon, Search, Sun } from 'lucide-react';
import { useState } from 'react';
import { includesRole } from '../../src/core/role.ts';
import { type Feature, features } from '../features.ts';
import { changeLanguage, listDashboardLanguages, nameOfLanguage } from '../lib/load-texts.ts';
import { ownPath } from '../lib/own-path.ts';
import { Link, matchPath, usePath } from '../lib/router.tsx';
import { signOut, useSession } from '../lib/session.ts';
import { language, useTexts } from '../lib/texts.ts';
import { theme, themes } from '../lib/theme.ts';
import { useIsPhone } from '../lib/use-media.ts';
import { useWorkspaces } from '../lib/workspaces.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Keys } from '../ui/keys.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { SignpostLogo } from './logo.tsx';
import { WorkspaceSwitcher } from './workspace-switcher.tsx';

const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon };

/** The screens in this user's navigation. */
export function useOwnFeatures(): Feature[] {
  const { admin } = useSession();
  const { role } = useWorkspaces().current;
  return features.filter(
    ({ place, isForAdmin, seenBy }) =>
      place !== 'none' && (admin || !isForAdmin) && (!seenBy || includesRole(role, seenBy)),
  );
}

function isWithin(feature: Feature, path: string): boolean {
  if (matchPath(feature.path, path)) return true;
  return feature.path !== '/' && path.startsWith(`${feature.path}/`);
}

function FeatureLink({ feature, onClick }: { feature: Feature; onClick?(): void }) {
  const t = useTexts('shell');
  const isHere = isWithin(feature, usePath());
  const Icon = feature.icon;
  return (
    <Link
      to={feature.path}
      className="rail-link"
      aria-current={isHere ? 'page' : undefined}
      onClick={onClick}
      onPointerEnter={() => void feature.load().catch(() => {})}
    >
      <Icon size={18} aria-hidden />
      <span>{t.nav[feature.id]}</span>
    </Link>
  );
}

function AccountMenu() {
  const t = useTexts('shell');
  const { email, username, avatar } = useSession();
  const [chosenTheme, chosenLanguage] = [theme.use(), language.use()];
  const items: MenuItem[] = [
    ...themes
      .filter((name) => name !== chosenTheme)
      .map((name) => ({ name: t.theme[name], icon: THEME_ICONS[name], run: () => theme.set(name) })),
    ...listDashboardLanguages()
      .filter((name) => name !== chosenLanguage)
      .map((name) => ({ name: nameOfLanguage(name), icon: Languages, run: () => changeLanguage(name) })),
    { name: t.documentation, icon: BookOpen, run: () => void open('/docs', '_blank', 'noopener') },
    { name: t.signOut, icon: LogOut, run: () => void signOut() },
  ];
  return (
    <Menu items={items} label={t.account({ email })} className="rail-account">
      <img src={ownPath(avatar)} alt="" width={24} height={24} />
      <span className="cut">{username}</span>
      <span className="unseen">{t.account({ email })}</span>
    </Menu>
  );
}

/** The navigation on the left. */
export function Rail({ onPalette }: { onPalette(): void }) {
  const t = useTexts('shell');
  const own = useOwnFeatures();
  return (
    <div className="rail">
      <Link to="/" className="brand">
        <SignpostLogo size={20} /> Signpost
      </Link>
      <WorkspaceSwitcher />
      <button type="button" className="rail-search" onClick={onPalette}>
        <Search size={16} aria-hidden />
        <span className="grow">{t.openPalette}</span>
        <Keys keys="mod+k" />
      </button>
      <nav aria-label={t.navLabel}>
        {own
          .filter(({ place }) => place !== 'foot')
          .map((feature) => (
            <FeatureLink key={feature.id} feature={feature} />
          ))}
        <hr />
        {own
          .filter(({ place }) => place === 'foot')
          .map((feature) => (
            <FeatureLink key={feature.id} feature={feature} />
          ))}
      </nav>
      <AccountMenu />
    </div>
  );
}

/** The bottom bar on phones: four screens and "More". */
export function BottomBar() {
  const t = useTexts('shell');
  const own = useOwnFeatures();
  const path = usePath();
  const [isOpen, setOpen] = useState(false);
  const rest = own.filter(({ place }) => place !== 'bar');
  const isInRest = rest.some((feature) => isWithin(feature, path));
  return (
    <nav className="bottom-bar" aria-label={t.navLabel}>
      {own
        .filter(({ place }) => place === 'bar')
        .map((feature) => (
          <FeatureLink key={feature.id} feature={feature} />
        ))}
      <button
        type="button"
        className="rail-link"
        aria-expanded={isOpen}
        aria-current={isInRest ? 'page' : undefined}
        onClick={() => setOpen(true)}
      >
        <Ellipsis size={18} aria-hidden />
        <span>{t.more}</span>
      </button>
      {isOpen && (
        <Dialog title={t.more} onClose={() => setOpen(false)}>
          <div className="more-list">
            <WorkspaceSwitcher />
            <hr />
            {rest.map((feature) => (
              <FeatureLink key={feature.id} feature={feature} onClick={() => setOpen(false)} />
            ))}
            <hr />
            <AccountMenu />
          </div>
        </Dialog>
      )}
    </nav>
  );
}

/** The navigation for the current width. */
export function Navigation({ onPalette }: { onPalette(): void }) {
  return useIsPhone() ? <BottomBar /> : <Rail onPalette={onPalette} />;
}
