import { defineConfig } from 'vitest/config'

const ignored = ['**/node_modules/**', 'dist/**']

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
            'scripts/**/*.test.ts',
            'tests/*.test.ts',
          ],
          exclude: ignored,
        },
      },
      {
        test: {
          name: 'api',
          globalSetup: 'tests/support/begin.ts',
          include: ['api/**/*.test.ts', 'tests/contract/**/*.test.ts'],
          exclude: ignored,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          isolate: false,
        },
      },
      {
        test: {
          name: 'edge',
          globalSetup: 'tests/support/begin.ts',
          include: ['tests/edge/**/*.test.ts'],
          exclude: ignored,
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
