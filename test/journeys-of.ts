/** A journey to run after a change, and a part of the names of its tests, unless all of them matter. */
export interface Journey {
  file: string;
  tests?: string;
}

function journey(name: string, tests?: string): Journey {
  return { file: `test/journeys/${name}.test.ts`, ...(tests !== undefined && { tests }) };
}

function dashboard(name: string, tests?: string): Journey {
  return journey(`dashboard-${name}`, tests);
}

/**
 * The tests that show a folder or a file at work without importing it. `npm test -- --changed` runs those of the longest entry with
 * which a changed path begins. `npm run check` fails for a screen without an entry, and for a journey of the dashboard that none names.
 */
export const journeysOf: Record<string, Journey[]> = {
  'web/features/agents/': [dashboard('screens', 'agents')],
  'web/features/audit/': [dashboard('history')],
  'web/features/bio/': [dashboard('editors', 'a bio page|deleting a block'), dashboard('forms', 'a bio page')],
  'web/features/campaigns/': [dashboard('nouns', 'a campaign'), dashboard('screens', 'campaign')],
  'web/features/channels/': [dashboard('nouns', 'a channel'), dashboard('screens', 'channel')],
  'web/features/domains/': [dashboard('domains'), dashboard('nouns', 'a domain')],
  'web/features/home/': [dashboard('account-statistics'), dashboard('screens', 'home')],
  'web/features/import/': [dashboard('import'), dashboard('move-in')],
  'web/features/keys/': [dashboard('nouns', 'a key'), dashboard('screens', 'keys')],
  'web/features/links/': [dashboard('links'), dashboard('link-form'), dashboard('trash', 'schedules')],
  'web/features/links/link-form': [dashboard('link-form'), dashboard('forms', 'a link form')],
  'web/features/links/link-history': [dashboard('history')],
  'web/features/links/link-qr': [dashboard('statistics', 'the QR code of a link')],
  'web/features/links/link-statistics': [dashboard('statistics')],
  'web/features/links/routing/': [dashboard('rules')],
  'web/features/links/rules/': [dashboard('link-form', 'unsaved rules'), dashboard('links', 'every kind of rule')],
  'web/features/members/': [dashboard('teams')],
  'web/features/misses/': [dashboard('misses')],
  'web/features/overlays/': [dashboard('pages', 'a poll'), dashboard('take-down', 'an overlay')],
  'web/features/pixels/': [journey('dashboard', 'a pixel'), dashboard('sheets')],
  'web/features/qr/': [dashboard('editors', 'QR code|the preview shows|a style change')],
  'web/features/server/': [dashboard('screens', 'server')],
  'web/features/settings/': [dashboard('pages', 'settings'), dashboard('second-factor'), dashboard('passkeys')],
  'web/features/share/': [dashboard('share-page')],
  'web/features/shared/': [dashboard('sharing', 'shared statistics')],
  'web/features/splash/': [dashboard('pages', 'a splash page')],
  'web/features/trash/': [dashboard('trash')],
  'web/features/users/': [dashboard('pages', 'a user is added'), dashboard('take-down', 'a user is disabled')],
  'web/features/webhooks/': [dashboard('webhooks')],
  'web/lib/': [journey('dashboard')],
  'web/lib/autosave': [journey('autosave'), dashboard('forms', 'a bio page')],
  'web/lib/load-texts': [dashboard('languages')],
  'web/shell/': [journey('dashboard'), dashboard('sign-in'), dashboard('password'), dashboard('sign-on')],
  'web/ui/': [journey('dashboard', 'a pixel|the command palette'), dashboard('sheets')],
  'web/ui/charts/': [dashboard('statistics'), dashboard('charts'), dashboard('sharing', 'the map|exports')],
  'locales/': [journey('text-check'), dashboard('languages')],

  'src/app/documentation': [journey('documentation-pages')],
  'src/cli/': [journey('command-line'), journey('refused-start'), journey('first-start')],
  'src/cli/code/': [journey('links-as-code')],
  'src/cli/install-service': [journey('install-service')],
  'src/mcp/': [journey('mcp')],
  'src/pages/': [journey('pages'), journey('browser'), journey('frame-sandbox')],
  'src/pages/bio/': [journey('bio')],
  'src/pages/campaign': [journey('campaign-page')],
  'src/pages/overlay': [journey('overlays')],
  'src/pages/pixels/': [journey('pixels')],

  'client/': [journey('examples')],
  'demo/': [journey('demo')],
  'docs/': [journey('documentation'), journey('documentation-code'), journey('documentation-links')],
  'docs/deploy/': [journey('deploy'), journey('caddy'), journey('install-service')],
  'examples/': [journey('examples'), journey('documentation-code')],
  'scripts/build': [journey('build')],
  'scripts/release': [journey('install')],
  'scripts/test-marks.ts': [journey('reference'), journey('security-rules')],
  'test/reference/': [journey('reference')],
  'test/security/': [journey('security-rules')],
  '.dependency-cruiser.mjs': [journey('import-rule')],
  Dockerfile: [journey('container')],
  'compose.': [journey('container')],
  'install.sh': [journey('install')],
  'package.json': [journey('npm-package')],
};
