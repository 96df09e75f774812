import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vitest/config'
import { foundChromium } from './tests/support/browser-provider.ts'

const ignored = ['**/node_modules/**', 'dist/**']
/** Tests of the API without a database: they run once instead of once for each engine. */
const withoutDatabase = [
  'api/platform/env.test.ts',
  'api/platform/http/openapi.test.ts',
  'api/identity/viewer.test.ts',
  'api/platform/marks/*.test.ts',
  'api/platform/media/{film-scaler,frames-in-flight,hls,image,make-media,make-rendition,media-process,timed,signing,serve,storage}.test.ts',
  'api/platform/db/{batch,lock,pages,pool}.test.ts',
  'api/platform/silent-redis.test.ts',
  'seed/**/*.test.ts',
  'tests/contract/reserved-usernames.test.ts',
]

/** Tests that replace modules by `vi.mock`: each of these files needs modules of its own. */
const withMocks = ['src/{live/{events,opened,title},queries/acting,server/api.server,stores/uploads}.test.ts']

/** The same of the API, on both engines. */
const apiWithMocks = ['api/features/uploads/film-backfill.test.ts']

/** Tests of the API, in which films are made: that takes a busy machine a minute. */
const ofApi = {
  globalSetup: 'tests/support/global-setup.ts',
  testTimeout: 120_000,
  hookTimeout: 120_000,
  maxWorkers: 2,
}

/**
 * The app over the API runs on one engine: it never sees a difference between them, and the API is tested on both.
 * Migrating beside other connections, and processes that share a database, need a server.
 */
const onOneDatabase =
  process.env.TEST_ENGINE === 'postgres'
    ? ['tests/contract/acting-app.test.ts']
    : ['api/platform/db/migrate.test.ts', 'tests/api/{films-survive-kills,uploads-on-nodes}.test.ts']

/** The modules that exist only in the Worker, and Start, whose build is not part of component tests. */
const inBrowser = fileURLToPath(new URL('tests/support/start-in-browser.ts', import.meta.url))
const serverModules = /^(?:@tanstack\/react-start(?:\/server)?|cloudflare:workers)$/

/** How long a test waits for what it expects: not a limit of speed, but the end of a test that hangs. */
const waits = { expect: { poll: { timeout: 20_000 } } }

/** Four kinds of tests; journeys through the whole product are Playwright's (playwright.config.ts). */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...waits,
          name: 'unit',
          include: [
            'contract/**/*.test.ts',
            'src/**/*.test.{ts,tsx}',
            'edge/**/*.test.ts',
            'tools/**/*.test.ts',
            'bench/**/*.test.ts',
            'vendor/**/*.test.{ts,tsx}',
            'tests/*.test.ts',
            ...withoutDatabase,
          ],
          exclude: [...ignored, ...withMocks, '**/*.browser.test.tsx'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
          // Loading the modules once for each worker halves the time of this step.
          isolate: false,
        },
      },
      { test: { ...waits, name: 'mocks', include: withMocks, maxWorkers: 2 } },
      {
        test: {
          ...waits,
          ...ofApi,
          name: 'api',
          include: ['api/**/*.test.ts', 'tests/{api,contract}/**/*.test.ts'],
          exclude: [...ignored, ...withoutDatabase, ...onOneDatabase, ...apiWithMocks],
          isolate: false,
        },
      },
      { test: { ...waits, ...ofApi, name: 'api-mocks', include: apiWithMocks } },
      {
        test: {
          ...waits,
          name: 'edge',
          globalSetup: 'tests/support/global-setup.ts',
          include: ['tests/edge/**/*.test.ts'],
          exclude: ignored,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          isolate: false,
        },
      },
      {
        plugins: [tailwindcss()],
        resolve: { alias: [{ find: serverModules, replacement: inBrowser }] },
        test: {
          ...waits,
          name: 'components',
          include: ['src/**/*.browser.test.tsx'],
          exclude: ignored,
          testTimeout: 60_000,
          isolate: false,
          mockReset: true,
          unstubGlobals: true,
          browser: {
            enabled: true,
            headless: true,
            provider: foundChromium(),
            instances: [{ browser: 'chromium' }],
            viewport: { width: 1024, height: 768 },
            screenshotFailures: false,
          },
        },
      },
    ],
  },
})
