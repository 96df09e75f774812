import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../tools/release/build.ts'
import { median } from './row.ts'

export type Load = { perSecond: number; p50: number; p99: number }

/** Loads an address from a process of its own for some seconds; fails when anything but 2xx comes back. Times in ms. */
export async function load(
  url: string,
  options: { seconds: number; connections?: number; headers?: Record<string, string> },
): Promise<Load> {
  const parameters = ['-j', '-c', String(options.connections ?? 50), '-d', String(options.seconds)]
  for (const [name, value] of Object.entries(options.headers ?? {})) parameters.push('-H', `${name}=${value}`)
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules', 'autocannon', 'autocannon.js'), ...parameters, url],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  let output = ''
  for await (const chunk of child.stdout) output += String(chunk)
  const result = JSON.parse(output) as Result
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} answers were not 2xx, ${result.errors} errors`)
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 }
}

/** Runs product and baseline in turns and answers the median of each, so that a slow minute of the machine affects both. */
export async function interleave(
  rounds: number,
  product: () => Promise<Load>,
  baseline: () => Promise<Load>,
): Promise<{ product: Load; baseline: Load }> {
  const loads: { product: Load[]; baseline: Load[] } = { product: [], baseline: [] }
  for (let round = 0; round < rounds; round++) {
    loads.baseline.push(await baseline())
    loads.product.push(await product())
  }
  return { product: medianLoad(loads.product), baseline: medianLoad(loads.baseline) }
}

const medianLoad = (loads: Load[]): Load => ({
  perSecond: median(loads.map((each) => each.perSecond)),
  p50: median(loads.map((each) => each.p50)),
  p99: median(loads.map((each) => each.p99)),
})

type Result = { requests: { average: number }; latency: { p50: number; p99: number }; non2xx: number; errors: number }
