import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../release/build.ts'
import { inPreviousVersion, migrationsSince } from './previous-version.ts'

const migrations = 'api/platform/db/migrations'

it('names every migration that a commit lacks', () => {
  const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'
  const all = readdirSync(join(root, migrations)).filter((file) => file.endsWith('.sql'))
  expect(migrationsSince(emptyTree)).toEqual(all.map((file) => `${migrations}/${file}`))
})

it('tries a commit with the migrations of this version, and leaves nothing behind', async () => {
  const folder = await inPreviousVersion('HEAD', async (folder) => {
    expect(readdirSync(join(folder, migrations))).toEqual(readdirSync(join(root, migrations)))
    expect(existsSync(join(folder, 'node_modules/vitest'))).toBe(true)
    expect(existsSync(join(folder, 'api/features/wallet/wallet.test.ts'))).toBe(true)
    expect(existsSync(join(folder, 'api/platform/db/statements.test.ts'))).toBe(false)
    return folder
  })
  expect(existsSync(folder)).toBe(false)
})
