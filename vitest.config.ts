import { defineConfig } from 'vitest/config'

const ignored = ['**/node_modules/**', 'dist/**']
/** Tests of the API without a database: they run once instead of once for each engine. */
const withoutDatabase = [
  'api/platform/env.test.ts',
  'api/platform/http/openapi.test.ts',
  'api/identity/viewer.test.ts',
  'api/platform/media/{image,timed,signing,serve,storage}.test.ts',
  'api/platform/db/{batch,lock,pages,pool}.test.ts',
  'seed/**/*.test.ts',
  'tests/contract/reserved-usernames.test.ts',
]

/** The app over the API runs on one engine: it never sees a difference between them, and the API is tested on both. */
const onOneDatabase = process.env.TEST_ENGINE === 'postgres' ? ['tests/contract/acting-app.test.ts'] : []

/** Three kinds of tests; journeys in a browser are Playwright's (playwright.config.ts). */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'contract/**/*.test.ts',
            'src/**/*.test.{ts,tsx}',
            'edge/**/*.test.ts',
            'tools/**/*.test.ts',
            'vendor/**/*.test.{ts,tsx}',
            'tests/*.test.ts',
            ...withoutDatabase,
          ],
          exclude: ignored,
          testTimeout: 30_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'api',
          globalSetup: 'tests/support/global-setup.ts',
          include: ['api/**/*.test.ts', 'tests/contract/**/*.test.ts'],
          exclude: [...ignored, ...withoutDatabase, ...onOneDatabase],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          isolate: false,
        },
      },
      {
        test: {
          name: 'edge',
          globalSetup: 'tests/support/global-setup.ts',
          include: ['tests/edge/**/*.test.ts'],
          exclude: ignored,
          testTimeout: 20_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          isolate: false,
        },
      },
    ],
  },
})
