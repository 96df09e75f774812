import { Refusal } from './build.ts'
import { startProduct } from './product.ts'

/** `npm start`: the whole product, until Ctrl-C. `--rebuild` builds anew. */
const { PORT, API_PORT, DATA_DIR } = process.env
const parent = process.ppid
let stopping: Promise<void> | null = null
let stop: () => Promise<void> = () => Promise.resolve()

const leave = (code: number) => {
  stopping ??= stop().finally(() => process.exit(code))
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => leave(0))
setInterval(() => process.ppid !== parent && leave(1), 300).unref()

try {
  const product = await startProduct({
    port: portOf(PORT, 'PORT', 8787),
    apiPort: portOf(API_PORT, 'API_PORT', 8788),
    dataDir: DATA_DIR || './.data',
    rebuild: process.argv.includes('--rebuild'),
    show: true,
    supervise: true,
    say: console.log,
  })
  stop = product.stop
  if (stopping) await product.stop()
  else console.log(`Fanfare is ready on ${product.url}`)
  const what = await product.broken
  console.error(`${what} ended unexpectedly, so everything stops.`)
  leave(1)
} catch (error) {
  if (!(error instanceof Refusal)) console.error(error)
  else if (error.message) console.error(error.message)
  process.exit(1)
}

function portOf(value: string | undefined, name: string, fallback: number): number {
  if (!value) return fallback
  const port = Number(value)
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port
  throw new Refusal(`${name} is “${value}”, which is no port number.`)
}
