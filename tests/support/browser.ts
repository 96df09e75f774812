import { existsSync } from 'node:fs'
import { type Browser, chromium, type LaunchOptions } from '@playwright/test'
import packed from '@sparticuz/chromium'

/** Starts a Chromium wherever one can be had; with none it says where it has looked. */
export async function startBrowser(): Promise<Browser> {
  return chromium.launch(await browserOptions())
}

/** Playwright's own Chromium, else the machine's, else the binary that is packed into an npm package. */
export async function browserOptions(): Promise<LaunchOptions> {
  const args = ['--no-sandbox', '--disable-dev-shm-usage']
  if (existsSync(chromium.executablePath())) return { args }
  const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
    existsSync(path),
  )
  if (installed) return { executablePath: installed, args }
  const unpacked = await packed.executablePath().catch(() => null)
  if (unpacked) return { executablePath: unpacked, args: [...packed.args, ...args] }
  throw new Error('No Chromium: neither that of Playwright, nor /usr/bin/chromium, nor the one of @sparticuz/chromium.')
}
