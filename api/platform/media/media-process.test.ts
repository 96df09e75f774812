import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerOfProcess } from './media-process.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'media-process-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const program = fileURLToPath(new URL('../../../tests/support/end-by-signal.ts', import.meta.url))
const task = { program, stderr: 'ignore', dead: null } as const

async function endBy(signal: string) {
  const file = join(folder, signal)
  await writeFile(file, '')
  const ended = await answerOfProcess<{ text: string } | null>({ ...task, args: [file, signal], mostMs: 30_000 }).catch(
    (error: Error) => error,
  )
  return { ended, runs: (await readFile(file, 'utf8')).split(' ').length - 1 }
}

test('an answer is handed on', async () => {
  expect(await endBy('none')).toEqual({ ended: { text: 'done' }, runs: 1 })
})

test.each(['exit', 'SIGSEGV', 'SIGABRT'])('a crash (%s) is blamed on the file, at once', async (signal) => {
  expect(await endBy(signal)).toEqual({ ended: null, runs: 1 })
})

test('a process that is killed is started again, and blamed on the file the third time', async () => {
  expect(await endBy('SIGKILL')).toEqual({ ended: null, runs: 3 })
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])(
  'a process that is asked to stop (%s) is for its task to repeat',
  async (signal) => {
    expect(await endBy(signal)).toEqual({ ended: expect.any(Error), runs: 1 })
  },
)

test('what takes longer than it may is ended and blamed on the file, once', async () => {
  const file = join(folder, 'slow')
  await writeFile(file, '')
  expect(await answerOfProcess({ ...task, args: [file, 'SIGCONT'], mostMs: 6_000 })).toBeNull()
  expect(await readFile(file, 'utf8')).toBe('ran ')
})
