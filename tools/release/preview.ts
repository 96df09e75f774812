import { command } from './build.ts'
import { aliasOf, deployTo } from './cloudflare.ts'

/** `npm run preview -- <branch> [--dry-run]`: uploads a version whose address carries the branch's name. */
const parameters = process.argv.slice(2)
const branch = parameters.find((it) => !it.startsWith('--'))
if (!branch) {
  console.error('Which branch? npm run preview -- <branch>')
  process.exit(1)
}
const alias = aliasOf(branch)
const dryRun = parameters.includes('--dry-run') ? ['--dry-run', '--outdir', 'dist/dry-run'] : []
console.log(`Preview alias: ${alias}`)
await command(async () =>
  process.exit(
    await deployTo('preview', [
      'versions',
      'upload',
      '--preview-alias',
      alias,
      '--message',
      `Preview of ${branch}`.slice(0, 100),
      ...dryRun,
    ]),
  ),
)
