import { command } from '../release/build.ts'
import { readEnvFile } from './env-file.ts'
import { portOf } from './processes.ts'
import { startProduct } from './product.ts'

/** `npm start`: runs the whole product until Ctrl-C. `--rebuild` builds it again. */
const parent = process.ppid
let stopping: Promise<void> | null = null
let stop: () => Promise<void> = () => Promise.resolve()

const exit = (code: number) => {
  stopping ??= stop().finally(() => process.exit(code))
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => exit(0))
setInterval(() => process.ppid !== parent && exit(1), 300).unref()

await command(async () => {
  readEnvFile()
  const product = await startProduct({
    port: portOf('PORT', 8787),
    apiPort: portOf('API_PORT', 8788),
    dataDir: process.env.DATA_DIR || './.data',
    rebuild: process.argv.includes('--rebuild'),
    show: true,
    supervise: true,
    log: console.log,
  })
  stop = product.stop
  if (stopping) await product.stop()
  else console.log(`Fanfare is ready on ${product.url}`)
  const what = await product.broken
  console.error(`${what} ended unexpectedly, so everything stops.`)
  exit(1)
})
