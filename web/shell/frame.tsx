import { ChevronLeft, MapPinOff, WifiOff } from 'lucide-react';
import { type ComponentType, Suspense, useEffect, useMemo, useState } from 'react';
import { type Feature, features } from '../features.ts';
import { listenForKeys, useAction } from '../lib/actions.ts';
import { lazyScreen } from '../lib/lazy-screen.ts';
import { isOnline } from '../lib/online.ts';
import { Link, matchPath, navigate, usePath } from '../lib/router.tsx';
import { useTexts } from '../lib/texts.ts';
import { useIsPhone } from '../lib/use-media.ts';
import { ChangingRoleContext } from '../lib/workspaces.ts';
import { CommandPalette } from '../ui/command-palette.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LeaveQuestion } from '../ui/leave-question.tsx';
import { Page } from '../ui/page.tsx';
import { ShortcutHelp } from '../ui/shortcut-help.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { CrashGuard } from './crash-guard.tsx';
import { Navigation, useOwnFeatures } from './rail.tsx';
import { useFoundLinks } from './use-found-links.ts';
import { WorkspaceLine } from './workspace-switcher.tsx';

const screens = new Map<Feature['load'], ComponentType<{ params: Record<string, string> }>>();

/** The screen of a feature; its code is loaded once, and again on the next visit if loading failed. */
function screenOf({ load }: Feature) {
  const known =
    screens.get(load) ??
    lazyScreen(() =>
      load().then(
        ({ Screen }) => Screen,
        (error: unknown) => {
          screens.delete(load);
          throw error;
        },
      ),
    );
  screens.set(load, known);
  return known;
}

function NavigationAction({ feature }: { feature: Feature }) {
  const t = useTexts('shell');
  useAction({
    id: `go-${feature.id}`,
    name: t.goTo({ name: t.nav[feature.id] }),
    keys: feature.key && `g ${feature.key}`,
    run: () => navigate(feature.path),
  });
  return null;
}

/** The link back to the list. */
function BackLink({ path }: { path: string }) {
  const t = useTexts('shell');
  const [, first] = path.split('/');
  const list = features.find((feature) => feature.path === `/${first}`);
  if (!list || list.path === path) return null;
  return (
    <Link to={list.path} className="way-back">
      <ChevronLeft size={16} aria-hidden />
      {t.nav[list.id]}
    </Link>
  );
}

/** Shown while a screen's code loads. */
function LoadingScreen({ feature }: { feature: Feature }) {
  const t = useTexts('shell');
  return (
    <Page title={t.nav[feature.id]}>
      {isOnline.use() ? (
        <SkeletonRows />
      ) : (
        <EmptyState icon={WifiOff} title={t.notLoaded}>
          {t.notLoadedText}
        </EmptyState>
      )}
    </Page>
  );
}

function CurrentScreen() {
  const t = useTexts('shell');
  const path = usePath();
  const found = useMemo(() => {
    for (const feature of features) {
      const params = matchPath(feature.path, path);
      if (params) return { feature, params };
    }
    return undefined;
  }, [path]);

  if (!found) {
    return (
      <Page title={t.notFound}>
        <EmptyState icon={MapPinOff} title={t.notFound}>
          {t.notFoundText}
        </EmptyState>
      </Page>
    );
  }
  const Screen = screenOf(found.feature);
  return (
    <CrashGuard key={path}>
      <BackLink path={path} />
      <ChangingRoleContext value={found.feature.changedBy}>
        <Suspense fallback={<LoadingScreen feature={found.feature} />}>
          <Screen params={found.params} />
        </Suspense>
      </ChangingRoleContext>
    </CrashGuard>
  );
}

/** The frame around every screen: navigation, global actions, and the connection state. */
export function Frame() {
  const t = useTexts('shell');
  const [shown, setShown] = useState<'palette' | 'shortcuts'>();
  const own = useOwnFeatures();
  const isPhone = useIsPhone();
  const hide = () => setShown(undefined);

  useEffect(listenForKeys, []);
  useAction({ id: 'palette', name: t.openPalette, keys: 'mod+k', run: () => setShown('palette') });
  useAction({ id: 'shortcuts', name: t.showShortcuts, keys: '?', run: () => setShown('shortcuts') });

  return (
    <div className="frame">
      <a className="skip" href="#content">
        {t.skip}
      </a>
      <Navigation onPalette={() => setShown('palette')} />
      <main id="content" tabIndex={-1}>
        {isPhone && <WorkspaceLine />}
        {!isOnline.use() && (
          <p className="offline" role="status">
            {t.offline}
          </p>
        )}
        <CurrentScreen />
      </main>
      {own.map((feature) => (
        <NavigationAction key={feature.id} feature={feature} />
      ))}
      {shown === 'palette' && <CommandPalette onClose={hide} useMore={useFoundLinks} />}
      <LeaveQuestion />
      {shown === 'shortcuts' && <ShortcutHelp onClose={hide} />}
    </div>
  );
}
