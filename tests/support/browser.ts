import { existsSync } from 'node:fs'
import { type Browser, chromium, type LaunchOptions } from '@playwright/test'
import { packedBrowser } from './packed-browser.ts'

/** Starts a Chromium from any source; without one the error names the places that were tried. */
export async function startBrowser(...more: string[]): Promise<Browser> {
  return chromium.launch(await browserOptions(...more))
}

/**
 * Playwright's own Chromium, else the one in an npm package, else the machine's. It may be a headless shell, which
 * shows no notifications and asks no permission for the microphone.
 */
export async function browserOptions(...more: string[]): Promise<LaunchOptions> {
  const args = ['--no-sandbox', '--disable-dev-shm-usage', ...more]
  if (existsSync(chromium.executablePath())) return { args }
  const packed = await packedBrowser()
  if (packed !== null) return { ...packed, env: { ...here(), ...packed.env }, args }
  const installed = machines.find((path) => existsSync(path))
  if (installed) return { executablePath: installed, args }
  throw new Error(
    'There is no Chromium: neither that of Playwright, nor the packed one (Linux on x64 only), nor one that is installed. Run `npx playwright install chromium`, then again.',
  )
}

const machines = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Playwright's default environment when none is given. */
const here = (): Record<string, string> =>
  Object.fromEntries(Object.entries(process.env).filter((it): it is [string, string] => it[1] !== undefined))
