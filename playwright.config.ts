import { defineConfig } from '@playwright/test'
import { browserOptions } from './tests/support/browser.ts'
import { chooseProduct } from './tests/support/product.ts'

chooseProduct()

/** Journeys through the built product in Chromium; tests/support/product.ts starts one for each worker. */
export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '**/*.test.ts',
  globalSetup: './tests/support/product.ts',
  outputDir: 'test-results',
  // A browser waits half of its time.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  // These end a journey that hangs. A machine that makes films beside it is slow, not wrong.
  timeout: 360_000,
  expect: { timeout: 60_000 },
  reporter: process.env.JOURNEYS_REPORT ? [['list'], ['json', { outputFile: process.env.JOURNEYS_REPORT }]] : 'list',
  use: {
    baseURL: process.env.BASE_URL,
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    launchOptions: await browserOptions(),
    screenshot: 'only-on-failure',
    // A trace of every step costs more than the steps: `npx playwright test --trace on` records one to look at.
    trace: 'off',
  },
})
