import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import type { Bindings } from '../../edge/env.ts'
import { progress } from '../progress.mjs'
import { build, root } from '../release/build.ts'
import { end, openAddresses, type Running, startNative, startNode, until } from './processes.ts'
import { removeWorkerdConfig, workerdProgram, writeWorkerdConfig } from './workerd.ts'

export type ProductOptions = {
  /** The port of the edge; 8787 by default. */
  port?: number
  apiPort?: number
  dataDir?: string
  /** More environment for the API and, by the names in edge/env.ts, the edge. */
  env?: Record<string, string>
  /** Builds even if the build is up to date. */
  rebuild?: boolean
  /** Passes on what API and edge write. */
  show?: boolean
  /** Starts an API that died again, up to five times in five minutes. */
  supervise?: boolean
  log?: (line: string) => void
}

export type Product = {
  url: string
  apiUrl: string
  stop: () => Promise<void>
  /** kill -9, as a crash would. */
  killApi: () => Promise<void>
  restartApi: () => Promise<void>
  /** Resolves with its name when a part ended unexpectedly. */
  broken: Promise<string>
  pids: () => { api: number | undefined; edge: number | undefined }
  apiLines: () => string[]
}

/**
 * Builds if necessary and starts the whole product: the API, then the edge on bare workerd. Throws a `CommandError`
 * for a port that is taken or a data directory in use, and leaves nothing running then.
 */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const { port = 8787, apiPort = 8788, show = false, log = () => {} } = options
  const addresses = await openAddresses(port, 'PORT')
  await openAddresses(apiPort, 'API_PORT')
  await build({ force: options.rebuild ?? false, log })
  const given = { ...process.env, ...options.env }
  const secret = given.EDGE_SECRET || randomBytes(32).toString('base64url')
  const apiEnv = {
    ...given,
    PORT: String(port),
    API_PORT: String(apiPort),
    DATA_DIR: resolve(root, options.dataDir ?? './.data'),
    EDGE_ORIGIN: `http://127.0.0.1:${port}`,
    EDGE_SECRET: secret,
  }
  const { promise: broken, resolve: onBroken } = Promise.withResolvers<string>()
  const api = new ApiProcess(apiEnv, { show, log, supervise: options.supervise ?? false, onBroken })
  let edge: { process: Running; config: string } | undefined
  const stop = async () => {
    api.isStopping = true
    await end(edge?.process)
    await api.end()
    if (edge) removeWorkerdConfig(edge.config)
  }
  try {
    await api.start()
    const config = writeWorkerdConfig(
      `edge-${port}`,
      addresses.map((address) => `${address}:${port}`),
      edgeSettings(given, apiPort, secret),
    )
    const started = startNative(workerdProgram(), ['serve', config], show)
    edge = { process: started, config }
    await until(started, () => isAnswering(`http://${addresses[0]}:${port}`), 'The edge', 30_000)
    void started.ended.then(() => !api.isStopping && onBroken('The edge'))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: `http://localhost:${port}`,
    apiUrl: `http://127.0.0.1:${apiPort}`,
    stop,
    broken,
    killApi: () => api.kill(),
    restartApi: () => api.restart(),
    pids: () => ({ api: api.pid, edge: edge?.process.child.pid }),
    apiLines: () => api.lines,
  }
}

type ApiOptions = {
  show: boolean
  log: (line: string) => void
  supervise: boolean
  onBroken: (what: string) => void
}

class ApiProcess {
  /** The product is being stopped, so that the end of a process is expected. */
  isStopping = false
  readonly #env: NodeJS.ProcessEnv
  readonly #options: ApiOptions
  #running: Running | undefined
  #deaths: number[] = []

  constructor(env: NodeJS.ProcessEnv, options: ApiOptions) {
    this.#env = env
    this.#options = options
  }

  get pid(): number | undefined {
    return this.#running?.child.pid
  }

  get lines(): string[] {
    return this.#running?.lines ?? []
  }

  async start(): Promise<void> {
    const { show, log } = this.#options
    const started = startNode([join(root, 'api', 'main.ts')], this.#env, show)
    this.#running = started
    let endProgress = () => {}
    const slow = setTimeout(() => {
      // The API writes to the same terminal, so progress is reported in lines.
      endProgress = progress('Opening the database (the first time it also fills the demo world)', { log, out: null })
    }, 2_000)
    const isReady = () => started.lines.some((line) => line.includes('api ready on'))
    await until(started, isReady, 'The API', 600_000).finally(() => {
      clearTimeout(slow)
      endProgress()
    })
    void started.ended.then(() => !this.isStopping && this.#running === started && this.#onDeath())
  }

  async restart(): Promise<void> {
    const old = this.#running
    this.#running = undefined
    await end(old)
    await this.start()
  }

  async kill(): Promise<void> {
    const killed = this.#running
    this.#running = undefined
    killed?.child.kill('SIGKILL')
    await killed?.ended
  }

  end(): Promise<void> {
    return end(this.#running)
  }

  #onDeath(): void {
    const { supervise, onBroken, log } = this.#options
    this.#deaths = this.#deaths.filter((time) => time > Date.now() - 300_000)
    if (!supervise || this.#deaths.length >= 5) {
      onBroken('The API')
      return
    }
    this.#deaths.push(Date.now())
    log('The API ended unexpectedly; starting it again.')
    this.start().catch(() => onBroken('The API'))
  }
}

function isAnswering(origin: string): Promise<boolean> {
  return fetch(`${origin}/_i18n/en/messages.json`).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** The settings that the edge takes from the environment. */
const passedOn = [
  'PRODUCTION_DOMAIN',
  'PREVIEW_DOMAIN',
  'EDGE_CACHE',
  'HUMAN_CHECK',
  'TURNSTILE_SITE_KEY',
  'ADDRESS_HEADER',
  'HTTPS_ONLY',
  'S3_PUBLIC_ENDPOINT',
] satisfies (keyof Bindings)[]

function edgeSettings(given: NodeJS.ProcessEnv, apiPort: number, secret: string): Record<string, string> {
  const settings: Record<string, string> = {
    API_BASE_URL: given.API_BASE_URL ?? `http://127.0.0.1:${apiPort}`,
    EDGE_SECRET: secret,
    COMPRESS: 'on',
  }
  for (const name of passedOn) if (given[name]) settings[name] = given[name]
  return settings
}
