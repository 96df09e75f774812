import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProduct } from '../../scripts/product.ts'
import { providerEnv, startProvider } from './oidc-provider.ts'
import { freePort } from './ports.ts'

/**
 * Playwright's global setup: the built product once for all journeys, on free ports and a data directory of its
 * own that is thrown away, with a real OpenID Connect provider for Google and Apple. BASE_URL (and API_URL) may name a
 * product that runs already.
 */
export default async function startForJourneys(): Promise<() => Promise<void>> {
  if (process.env.BASE_URL) return async () => {}
  const dataDir = mkdtempSync(join(tmpdir(), 'fanfare-journeys-'))
  const port = await freePort()
  const issuer = `http://127.0.0.1:${await freePort()}`
  const provider = await startProvider(issuer, `http://localhost:${port}`, (login) => ({
    email: `${login}@outside.test`,
    email_verified: true,
  }))
  const secret = randomBytes(32).toString('base64url')
  const product = await startProduct({
    port,
    apiPort: await freePort(),
    dataDir,
    env: { RATE_LIMITS: 'off', SECRET: secret, ...providerEnv(issuer) },
    say: console.log,
  })
  const control = createServer((request, response) => {
    const what = { '/kill-api': product.killApi, '/restart-api': product.restartApi }[request.url ?? '']
    if (!what) return void response.writeHead(404).end()
    what().then(
      () => response.end(),
      (error) => response.writeHead(500).end(String(error)),
    )
  })
  const controlPort = await freePort()
  await new Promise<void>((resolve) => control.listen(controlPort, '127.0.0.1', resolve))
  Object.assign(process.env, {
    BASE_URL: product.url,
    API_URL: product.apiUrl,
    PRODUCT_SECRET: secret,
    PRODUCT_CONTROL: `http://127.0.0.1:${controlPort}`,
  })
  return async () => {
    control.close()
    provider.close()
    await product.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
