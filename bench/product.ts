import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { startBrowser } from '../tests/support/browser.ts'
import { waitUntilAtRest } from '../tests/support/hydrated.ts'
import { end, startNative, startNode, until } from '../tools/dev/processes.ts'
import type { Product } from '../tools/dev/product.ts'
import { workerdProgram, writeWorkerdConfig } from '../tools/dev/workerd.ts'
import { packFiles, root, run } from '../tools/release/build.ts'
import { interleave, load } from './load.ts'
import type { Row } from './row.ts'

export type Baselines = { page: string; api: string; stop: () => Promise<void> }

/** Builds and starts the baselines: the bare Start page on bare workerd, and the bare API on the product's own database. */
export async function startBaselines(databaseUrl: string, ports: { page: number; api: number }): Promise<Baselines> {
  const folder = join(root, 'bench', 'baselines', 'start')
  await run('vite', ['build', '--config', join(folder, 'vite.config.ts'), '--logLevel', 'warn'])
  const built = join(folder, 'dist')
  await packFiles(join(built, 'client'), join(built, 'files'))
  const api = startNode(
    [join(root, 'bench', 'baselines', 'api.ts')],
    { ...process.env, PORT: String(ports.api), DATABASE_URL: databaseUrl },
    false,
  )
  await until(api, () => api.lines.some((line) => line.includes('baseline ready')), 'The baseline API', 20_000)
  const config = writeWorkerdConfig(
    'baseline',
    [`127.0.0.1:${ports.page}`],
    { API_BASE_URL: `http://127.0.0.1:${ports.api}` },
    built,
  )
  const page = startNative(workerdProgram(), ['serve', config], false)
  const url = `http://127.0.0.1:${ports.page}`
  await until(
    page,
    () =>
      fetch(url).then(
        (it) => it.ok,
        () => false,
      ),
    'The baseline page',
    30_000,
  )
  return {
    page: url,
    api: `http://127.0.0.1:${ports.api}`,
    stop: async () => {
      await end(page)
      await end(api)
    },
  }
}

/** (a) The anonymous profile page, nothing cached, against the bare page of 200 nodes. */
export async function pageRows(product: Product, baselines: Baselines): Promise<Row[]> {
  const settings = { seconds: 7, connections: 20 }
  // Past the compiling of what making the demo world left cold.
  await load(`${product.url}/@alice`, { ...settings, seconds: 14 })
  await load(baselines.page, { ...settings, seconds: 2 })
  const both = await interleave(
    3,
    () => load(`${product.url}/@alice`, settings),
    () => load(baselines.page, settings),
  )
  return [
    {
      name: 'a  /@alice, pages/s',
      product: both.product.perSecond,
      baseline: both.baseline.perSecond,
      unit: '1/s',
      bound: { min: 0.6 },
    },
    {
      name: 'a  /@alice, p99',
      product: both.product.p99,
      baseline: both.baseline.p99,
      unit: 'ms',
      bound: { max: 1.6 },
    },
  ]
}

/** (b) The feed read of twenty posts against two bare selects. */
export async function feedRows(product: Product, baselines: Baselines, cookie: string, fanId: string): Promise<Row[]> {
  const settings = { seconds: 7, connections: 16 }
  const ours = () => load(`${product.apiUrl}/api/feed`, { ...settings, headers: { cookie } })
  const bare = () => load(`${baselines.api}/feed?fan=${fanId}`, settings)
  await load(`${product.apiUrl}/api/feed`, { seconds: 3, headers: { cookie } })
  const both = await interleave(3, ours, bare)
  return [
    {
      name: 'b  feed of 20, reads/s',
      product: both.product.perSecond,
      baseline: both.baseline.perSecond,
      unit: '1/s',
      bound: { min: 0.3 },
    },
  ]
}

/** (d) JavaScript that a browser fetches on its first visit, gzipped, against the bare shell. */
export async function scriptRows(product: Product, baselines: Baselines): Promise<Row[]> {
  const [ours, bare] = [await scriptBytes(`${product.url}/@alice`), await scriptBytes(baselines.page)]
  return [
    {
      name: 'd  JavaScript of the first visit',
      product: ours / 1000,
      baseline: bare / 1000,
      unit: 'KB gz',
      bound: { max: 1.25 },
    },
  ]
}

async function scriptBytes(url: string): Promise<number> {
  const browser = await startBrowser()
  try {
    const page = await browser.newPage()
    const sizes: Promise<number>[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script' && !response.url().endsWith('.js')) return
      sizes.push(
        response.body().then(
          (body) => gzipSync(body, { level: 9 }).length,
          () => 0,
        ),
      )
    })
    await page.goto(url)
    await waitUntilAtRest(page)
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  } finally {
    await browser.close()
  }
}

/** (e) Six slots in a row: the last keeps up with the first. (f) Memory of edge and API after it. */
export async function staminaRows(product: Product): Promise<Row[]> {
  const slots: number[] = []
  for (let slot = 0; slot < 6; slot++)
    slots.push((await load(`${product.url}/@alice`, { seconds: 7, connections: 20 })).perSecond)
  const { api, edge } = product.pids()
  const memory = residentMb(api) + residentMb(edge)
  return [
    {
      name: 'e  last slot of six against the first',
      product: slots.at(-1) ?? 0,
      baseline: slots[0] ?? 0,
      unit: '1/s',
      bound: { min: 0.95 },
    },
    { name: 'f  memory of edge and API', product: memory, baseline: 600, unit: 'MB', bound: { max: 1 } },
  ]
}

function residentMb(pid: number | undefined): number {
  if (pid === undefined) return 0
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).trim()) / 1024
}
