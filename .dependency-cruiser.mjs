/**
 * Who may import whom; `npm run check` asks it (docs/decisions/import-rules.md). Types count as imports do. Test files
 * (`*.test.ts`) are free to import what they test.
 */

/** What a feature means for others. Other features import these files of it and no more. */
const publicModules = {
  account: ['username'],
  agencies: ['agencies', 'on-block'],
  analytics: ['read-series', 'series', 'visits'],
  calendar: ['changed'],
  audience: ['choice', 'lists', 'predicate', 'statements'],
  automation: ['run'],
  chat: [
    'attached',
    'chat-tools',
    'conversations',
    'drafts',
    'fan-media',
    'find',
    'history',
    'messages',
    'reading-log',
    'saved-replies',
    'send',
    'tombstone',
    'unread',
    'views',
    'welcome',
  ],
  media: ['captions', 'purchase', 'statements', 'vault', 'views'],
  notifications: ['groups', 'notify', 'notify-many', 'notify-once', 'push', 'statements', 'views'],
  payouts: ['payouts', 'statements', 'views'],
  posts: ['album-counts', 'page-sql', 'posts', 'read', 'views'],
  reports: ['reports'],
  requests: ['answer', 'statements'],
  subscriptions: ['codes', 'statements', 'subscription'],
  'tracking-links': ['attribute'],
  uploads: ['poster-queue'],
  users: ['follow'],
  verification: ['drop-images'],
  wallet: ['check-runs', 'escrow', 'idempotency', 'ledger', 'ledger-check', 'refunds', 'sale', 'statements'],
}
const publicPaths = Object.entries(publicModules).map(
  ([feature, files]) => `^api/features/${feature}/(?:${files.join('|')})[.]ts$`,
)

/** Files in `from` import nothing but what is named in `only`, packages aside. */
const layer = (name, from, only) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: ownFiles, pathNot: only },
})

/** The folders of src from the lowest up, each with those that it may import. Routes may import all of them. */
const srcFolders = [
  ['styles', []],
  ['lib', []],
  ['stores', ['lib', 'styles']],
  ['server', ['lib']],
  ['ui', ['lib', 'stores']],
  ['queries', ['lib', 'stores', 'server']],
  ['live', ['lib', 'stores', 'queries']],
  ['screens', ['lib', 'stores', 'ui', 'queries', 'live']],
]
const srcLayer = ([folder, below]) =>
  layer(`${folder}-imports-below`, `^src/${folder}/`, [
    `^src/(?:${[folder, ...below].join('|')})/`,
    '^(?:contract|messages|vendor)/',
  ])
const ownFiles = '^(?:api|bench|contract|dist|edge|messages|seed|src|tests|tools|vendor)/'

export default {
  forbidden: [
    {
      name: 'contract-imports-valibot-only',
      severity: 'error',
      from: { path: '^contract/' },
      to: { pathNot: ['^contract/', '^node_modules/valibot/'] },
    },
    layer('platform-imports-contract', '^api/platform/', ['^api/platform/', '^contract/', '^messages/']),
    layer('identity-imports-platform', '^api/identity/', ['^api/(?:identity|platform)/', '^contract/', '^messages/']),
    layer('people-imports-identity', '^api/people/', [
      '^api/(?:people|identity|platform)/',
      '^contract/',
      '^messages/',
    ]),
    layer('features-import-public-modules', '^api/features/([^/]+)/', [
      '^api/features/$1/',
      '^api/(?:people|identity|platform)/',
      '^contract/',
      '^messages/',
      ...publicPaths,
    ]),
    layer('api-imports-contract', '^api/(?!main[.]ts$)', ['^api/', '^contract/', '^messages/']),
    layer('main-imports-seed', '^api/main[.]ts$', ['^api/', '^contract/', '^seed/']),
    layer('seed-imports-api', '^seed/', ['^seed/', '^api/', '^contract/']),
    layer('src-imports-contract', '^src/', ['^src/', '^contract/', '^messages/', '^vendor/']),
    layer('vendor-imports-itself', '^vendor/', ['^vendor/']),
    layer('edge-imports-contract', '^edge/', ['^edge/', '^contract/', '^messages/']),
    ...srcFolders.map(srcLayer),
    {
      name: 'no-circle-of-files',
      severity: 'error',
      // The generated route tree names the type of the router that imports it.
      from: { pathNot: '^src/(?:router[.]tsx|routeTree[.]gen[.]ts)$' },
      to: { circular: true },
    },
    {
      name: 'no-circle-of-features',
      severity: 'error',
      scope: 'folder',
      from: { path: '^api/features/[^/]+$' },
      to: { path: '^api/features/[^/]+$', circular: true },
    },
    {
      name: 'no-circle-of-screens',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src/screens/[^/]+$' },
      to: { path: '^src/screens/[^/]+$', circular: true },
    },
  ],
  options: {
    // TypeScript 7 has no stable API yet, so swc reads the sources; it sees imports of types too.
    parser: 'swc',
    moduleSystems: ['es6'],
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'] },
    doNotFollow: { path: '^(?:node_modules|dist|src/paraglide)/' },
    exclude: { path: ['[.]test[.]tsx?$', '^src/paraglide/', '^bench/baselines/start/(?:dist/|src/routeTree[.]gen)'] },
  },
}
