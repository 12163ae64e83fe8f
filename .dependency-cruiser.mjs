// A file imports its own folder and the layers below; never up, never sideways.
const layers = [
  ['lib', 'texts'],
  ['core', 'config', 'qr', 'geo', 'agent'],
  ['db', 'bus', 'http', 'pages', 'cards'],
  ['resources', 'rollups', 'feeds'],
  ['redirect', 'clicks', 'stats', 'backup', 'certificates', 'server-settings'],
  ['compatible', 'imports', 'mcp'],
  ['app'],
  ['cli'],
];

// Between nouns only these arrows, and only by the noun itself and its service.
const arrows = {
  account: ['invitations', 'keys'],
  bio: ['links', 'files', 'domains'],
  identities: ['account', 'passkeys', 'second-factors', 'sessions'],
  links: ['domains', 'pixels', 'overlays', 'splash'],
  misses: ['domains'],
  campaigns: ['links'],
  channels: ['links'],
  'qr-codes': ['links', 'files', 'domains'],
  sessions: ['account', 'passkeys', 'second-factors'],
  shares: ['campaigns', 'links'],
  splash: ['files'],
  overlays: ['files'],
};

const pathOf = (folder) => `^src/${folder.includes('.') ? `${folder.replace('.', '\\.')}$` : `${folder}/`}`;

const layerRules = layers
  .flatMap((folders, index) =>
    folders.map((folder) => ({
      name: `layers-${folder}`,
      comment: `${folder} imports itself and the layers below it`,
      severity: 'error',
      from: { path: pathOf(folder), pathNot: '\\.test\\.ts$' },
      to: {
        path: layers
          .slice(index)
          .flat()
          .filter((other) => other !== folder)
          .map(pathOf),
      },
    })),
  )
  .filter(({ to }) => to.path.length > 0);

const nounRule = (noun, allowed) => ({
  name: `nouns-${noun}`,
  comment: `${noun} may know ${allowed.join(', ') || 'no other noun'}`,
  severity: 'error',
  from: { path: `^src/resources/${noun}/`, pathNot: '\\.test\\.ts$' },
  to: {
    path: '^src/resources/',
    pathNot: [
      `^src/resources/${noun}/`,
      ...allowed.map((other) => `^src/resources/${other}/[\\w-]+(\\.service)?\\.ts$`),
    ],
  },
});

const nouns = [
  'account',
  'audit',
  'bio',
  'campaigns',
  'channels',
  'domains',
  'files',
  'identities',
  'invitations',
  'keys',
  'links',
  'misses',
  'overlays',
  'passkeys',
  'pixels',
  'qr-codes',
  'second-factors',
  'sessions',
  'shares',
  'splash',
  'trash',
  'utm-templates',
  'webhooks',
  'workspaces',
];

// The simulator of the dashboard runs the code of the redirect. These files need no server: no file, no network, no process.
const pureForWeb = [
  '^src/core/role\\.ts$',
  '^src/lib/(address-range|csv|date-time|ip|ipv6|json|loose-date|read-csv|slugify|time-zone|url|utm-names)\\.ts$',
  '^src/agent/[\\w-]+\\.ts$',
  '^src/redirect/(link-options|decide|decide-app)\\.ts$',
  '^src/geo/(continents|countries|country-names|fold-name|subdivisions)\\.(ts|txt)$',
  '^src/resources/links/import/link-import\\.columns\\.ts$',
  '^src/resources/links/rules/(conditions/)?[\\w-]+\\.ts$',
  '^src/texts/message\\.ts$',
  '^src/core/trash\\.ts$',
];

export default {
  forbidden: [
    ...layerRules,
    ...nouns.map((noun) => nounRule(noun, arrows[noun] ?? [])),
    {
      name: 'no-circles',
      severity: 'error',
      from: { pathNot: '^src/tables\\.ts$' },
      to: { circular: true, viaOnly: { pathNot: '^src/tables\\.ts$' } },
    },
    {
      name: 'tables-are-types',
      comment: 'tables.ts holds types only and may be imported only as types',
      severity: 'error',
      from: {},
      to: { path: '^src/tables\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'web-knows-contracts',
      comment:
        'the dashboard knows the server by its API; of src it may import contracts, types, and a few pure functions',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^src/', pathNot: ['\\.contract\\.ts$', ...pureForWeb], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'shared-with-web',
      comment: 'what the dashboard shares with the server imports types, and what is as pure as itself',
      severity: 'error',
      from: { path: pureForWeb },
      to: {
        path: '^src/',
        pathNot: pureForWeb,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'client-stands-alone',
      comment: 'the client library is a package of its own',
      severity: 'error',
      from: { path: '^client/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^client/' },
    },
    {
      name: 'src-knows-types-of-the-client',
      comment: 'the server uses the generated types of the endpoints; commands also use the client itself',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/cli/', '\\.test\\.ts$'] },
      to: { path: '^client/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'web-features',
      comment: 'a feature imports ui, lib and itself, never another feature nor the shell',
      severity: 'error',
      from: { path: '^web/features/([^/]+)/' },
      to: { path: '^web/', pathNot: ['^web/(ui|lib)/', '^web/features/$1/'] },
    },
    {
      name: 'web-ui',
      comment: 'the kit has never heard of a noun',
      severity: 'error',
      from: { path: '^web/ui/' },
      to: { path: '^web/', pathNot: '^web/(ui|lib)/' },
    },
    {
      name: 'web-lib',
      severity: 'error',
      from: { path: '^web/lib/' },
      to: { path: '^web/', pathNot: '^web/lib/' },
    },
    {
      name: 'src-knows-no-web',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^web/' },
    },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^bun(:|$)' } },
    {
      name: 'src-knows-no-tests',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(test|bench|scripts)/' },
    },
    {
      name: 'no-dev-dependency-in-src',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'bun', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
