import { fork } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

let folder: string
let program: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fanfare-lock-'))
  program = join(folder, 'holder.mjs')
  writeFileSync(
    program,
    `import { lockDirectory } from ${JSON.stringify(new URL('./lock.ts', import.meta.url).href)}
try {
  const unlock = await lockDirectory(process.argv[2])
  process.send('held')
  process.once('message', () => unlock().then(() => process.exit(0)))
} catch (error) {
  process.send(error.message)
  process.exit(1)
}`,
  )
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const data = () => join(folder, 'data')

function hold() {
  const child = fork(program, [data()], { execArgv: [] })
  const word = new Promise<string>((resolve) => child.once('message', (message) => resolve(String(message))))
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return { child, word, gone }
}

it('locks out a second process with one sentence', async () => {
  const first = hold()
  expect(await first.word).toBe('held')
  expect(statSync(data()).mode & 0o777).toBe(0o700)
  expect(await hold().word).toMatch(/^The data directory .* is in use by another Fanfare\./)
  first.child.send('let go')
  await first.gone
  const next = hold()
  expect(await next.word).toBe('held')
  next.child.kill('SIGKILL')
  await next.gone
})

it('gives the lock of a killed process to exactly one of several', async () => {
  const first = hold()
  await first.word
  first.child.kill('SIGKILL')
  await first.gone
  const heirs = Array.from({ length: 6 }, hold)
  const words = await Promise.all(heirs.map(({ word }) => word))
  expect(words.filter((word) => word === 'held')).toHaveLength(1)
  for (const { child } of heirs) child.kill('SIGKILL')
  await Promise.all(heirs.map(({ gone }) => gone))
})
