import { command } from './build.ts'
import { deployTo, targets } from './cloudflare.ts'

/** `npm run deploy -- [production|staging] [--dry-run]`: puts the build live with the settings of an environment. */
const parameters = process.argv.slice(2)
const target = parameters.find((it) => !it.startsWith('--')) ?? 'production'
const dryRun = parameters.includes('--dry-run')
if (!targets.includes(target as (typeof targets)[number])) {
  console.error(`There is no environment “${target}”; there are ${targets.join(' and ')}.`)
  process.exit(1)
}
const options = dryRun ? ['--dry-run', '--outdir', 'dist/dry-run'] : []
await command(async () => process.exit(await deployTo(target, ['deploy', ...options])))
