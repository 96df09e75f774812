import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import type { Bindings } from '../../edge/env.ts'
import { build, root } from '../release/build.ts'
import { end, openAddresses, type Running, startNative, startNode, until } from './processes.ts'
import { progress } from '../progress.mjs'
import { removeWorkerdConfig, workerdProgram, writeWorkerdConfig } from './workerd.ts'

export type ProductOptions = {
  /** Where people come in; 8787 by default. */
  port?: number
  apiPort?: number
  dataDir?: string
  /** More environment for the API and, by the names in edge/env.ts, the edge. */
  env?: Record<string, string>
  /** Force a new build. */
  rebuild?: boolean
  /** Let the parts' own output through. */
  show?: boolean
  /** Start an API that died again, unless it dies over and over. */
  supervise?: boolean
  say?: (line: string) => void
}

export type Product = {
  url: string
  apiUrl: string
  stop: () => Promise<void>
  /** kill -9, as a crash would. */
  killApi: () => Promise<void>
  restartApi: () => Promise<void>
  /** Resolves when a part ended by itself. */
  broken: Promise<string>
  pids: () => { api: number | undefined; edge: number | undefined }
  apiLines: () => string[]
}

/**
 * Builds if need be and starts the whole product: the API, then the edge on bare workerd. Throws a `Refusal`
 * (one clear sentence) for a taken port or a data directory in use; leaves nothing running then.
 */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const { port = 8787, apiPort = 8788, show = false, say = () => {} } = options
  const dataDir = resolve(root, options.dataDir ?? './.data')
  const addresses = await openAddresses(port, 'PORT')
  await openAddresses(apiPort, 'API_PORT')
  await build({ force: options.rebuild ?? false, say })
  const url = `http://localhost:${port}`
  const given = { ...process.env, ...options.env }
  const secret = given.EDGE_SECRET || randomBytes(32).toString('base64url')
  const apiEnv = {
    ...given,
    PORT: String(port),
    API_PORT: String(apiPort),
    DATA_DIR: dataDir,
    EDGE_ORIGIN: `http://127.0.0.1:${port}`,
    EDGE_SECRET: secret,
  }

  let whenBroken: (what: string) => void = () => {}
  const broken = new Promise<string>((tell) => {
    whenBroken = tell
  })
  let expected = false
  let api: Running | undefined
  const startApi = async () => {
    const started = startNode([join(root, 'api', 'main.ts')], apiEnv, show)
    api = started
    let done = () => {}
    const slow = setTimeout(() => {
      // The API writes to the same terminal, so these are lines of their own.
      done = progress('Opening the database (the first time it also fills the demo world)', { say, out: null })
    }, 2_000)
    const ready = () => started.lines.some((line) => line.includes('api ready on'))
    await until(started, ready, 'The API', 600_000).finally(() => {
      clearTimeout(slow)
      done()
    })
    void started.ended.then(() => !expected && api === started && apiDied())
  }

  const deaths: number[] = []
  const apiDied = () => {
    const recent = deaths.filter((at) => at > Date.now() - 300_000)
    deaths.push(Date.now())
    if (!options.supervise || recent.length >= 5) return whenBroken('The API')
    say('The API ended unexpectedly; starting it again.')
    startApi().catch(() => whenBroken('The API'))
  }

  let edge: Running | undefined
  let config: string | undefined
  const stop = async () => {
    expected = true
    await end(edge)
    await end(api)
    if (config) removeWorkerdConfig(config)
  }
  try {
    await startApi()
    config = writeWorkerdConfig(
      `edge-${port}`,
      addresses.map((address) => `${address}:${port}`),
      edgeSettings(given, apiPort, secret),
    )
    edge = startNative(workerdProgram(), ['serve', config], show)
    const answers = () =>
      fetch(`http://${addresses[0]}:${port}/_i18n/en/messages.json`).then(
        ({ ok }) => ok,
        () => false,
      )
    await until(edge, answers, 'The edge', 30_000)
    void edge.ended.then(() => !expected && whenBroken('The edge'))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url,
    apiUrl: `http://127.0.0.1:${apiPort}`,
    stop,
    broken,
    killApi: async () => {
      const killed = api
      api = undefined
      killed?.child.kill('SIGKILL')
      await killed?.ended
    },
    restartApi: async () => {
      const old = api
      api = undefined
      await end(old)
      await startApi()
    },
    pids: () => ({ api: api?.child.pid, edge: edge?.child.pid }),
    apiLines: () => api?.lines ?? [],
  }
}

const passedOn = [
  'PRODUCTION_DOMAIN',
  'PREVIEW_DOMAIN',
  'EDGE_CACHE',
  'HUMAN_CHECK',
  'TURNSTILE_SITE_KEY',
  'ADDRESS_HEADER',
  'HTTPS_ONLY',
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
