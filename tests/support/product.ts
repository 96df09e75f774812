import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProduct } from '../../tools/dev/product.ts'
import { build } from '../../tools/release/build.ts'
import { providerEnv, startProvider } from './oidc-provider.ts'
import { freePort } from './ports.ts'

/** The environment of a journey. */
type ProductEnv = { BASE_URL: string; API_URL: string; PRODUCT_SECRET: string; PRODUCT_CONTROL: string }

/**
 * Playwright's global setup: the built product once for each worker (a journey may kill the API of its own), on free
 * ports with temporary data. BASE_URL (and API_URL) may name a product that is already running.
 */
export default async function startForJourneys({ workers }: { workers: number }): Promise<() => Promise<void>> {
  if (process.env.BASE_URL) return async () => {}
  await build({ log: console.log })
  const world = await makeFixtures()
  const started = await Promise.all(Array.from({ length: workers }, () => startOne(world)))
  rmSync(world.dataDir, { recursive: true, force: true })
  process.env.PRODUCTS = JSON.stringify(started.map(({ env }) => env))
  return async () => {
    await Promise.all(started.map(({ stop }) => stop()))
  }
}

/** Puts the product of this worker into its environment; does nothing in the process that starts the workers. */
export function chooseProduct(): void {
  const { PRODUCTS, TEST_PARALLEL_INDEX } = process.env
  if (PRODUCTS === undefined || TEST_PARALLEL_INDEX === undefined) return
  Object.assign(process.env, (JSON.parse(PRODUCTS) as ProductEnv[])[Number(TEST_PARALLEL_INDEX)])
}

type World = { dataDir: string; secret: string }

/** The demo world as a first start creates it; created once, because preparing its pictures takes seconds. */
async function makeFixtures(): Promise<World> {
  const [dataDir, secret] = [newDirectory(), randomBytes(32).toString('base64url')]
  const [port, apiPort] = [await freePort(), await freePort()]
  const product = await startProduct({ port, apiPort, dataDir, env: { SECRET: secret }, log: console.log })
  await product.stop()
  return { dataDir, secret }
}

const newDirectory = (): string => mkdtempSync(join(tmpdir(), 'fanfare-journeys-'))

/**
 * One product, with a real OpenID Connect provider for Google and Apple, and a control port through which it is killed.
 */
async function startOne({ dataDir: world, secret }: World): Promise<{ env: ProductEnv; stop: () => Promise<void> }> {
  const dataDir = newDirectory()
  cpSync(world, dataDir, { recursive: true })
  const port = await freePort()
  const issuer = `http://127.0.0.1:${await freePort()}`
  const provider = await startProvider(issuer, `http://localhost:${port}`, (login) => ({
    email: `${login}@outside.test`,
    email_verified: true,
  }))
  const product = await startProduct({
    port,
    apiPort: await freePort(),
    dataDir,
    env: { RATE_LIMITS: 'off', SECRET: secret, ...providerEnv(issuer) },
    log: console.log,
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
  const env = {
    BASE_URL: product.url,
    API_URL: product.apiUrl,
    PRODUCT_SECRET: secret,
    PRODUCT_CONTROL: `http://127.0.0.1:${controlPort}`,
  }
  const stop = async () => {
    control.close()
    provider.close()
    await product.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { env, stop }
}
