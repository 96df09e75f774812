import { join } from 'node:path'
import { command, compileMessages, offline, root } from '../release/build.ts'
import { readEnvFile } from './env-file.ts'
import { end, openAddresses, portOf, startNode, until } from './processes.ts'

/** `npm run dev`: the API, restarted on every change, behind Vite with the edge Worker and hot reload. */
await command(async () => {
  readEnvFile()
  const port = portOf('PORT', 8787)
  const apiPort = portOf('API_PORT', 8788)
  await openAddresses(port, 'PORT')
  await openAddresses(apiPort, 'API_PORT')
  await compileMessages()
  const secrets = { EDGE_SECRET: 'development only', EDGE_ORIGIN: `http://127.0.0.1:${port}` }
  const env = {
    ...process.env,
    ...offline,
    ...secrets,
    PORT: String(port),
    API_PORT: String(apiPort),
    CLOUDFLARE_ENV: 'local',
  }

  const api = startNode(['--watch-preserve-output', '--watch', join(root, 'api', 'main.ts')], env, true)
  const vite = startNode(
    [
      join(root, 'node_modules', 'vite', 'bin', 'vite.js'),
      'dev',
      '--config',
      'app.config.ts',
      '--port',
      String(port),
      '--strictPort',
    ],
    env,
    true,
  )
  const stop = async () => {
    await Promise.all([end(vite), end(api)])
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())
  await until(api, () => api.lines.some((line) => line.includes('api ready on')), 'The API', 180_000)
  console.log(`Fanfare is ready for development on http://localhost:${port}`)
  await Promise.race([api.ended, vite.ended])
  await stop()
})
