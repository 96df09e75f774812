import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { killOnExit } from '../kill-on-exit.ts'
import type { Answer, Planned } from './batch.ts'

/** Runs a plan in a process of its own, which is ended after `limitMs`; answers what it has answered until then. */
export async function runBatch(root: string, plan: readonly Planned[], limitMs: number): Promise<Answer[]> {
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-holes-'))
  const [planFile, answersFile] = [join(folder, 'plan.json'), join(folder, 'answers.jsonl')]
  writeFileSync(planFile, JSON.stringify(plan))
  // A group of its own, so that a worker in an endless loop ends with it.
  const child = killOnExit(
    spawn(process.execPath, [join(root, 'bench/holes/batch.ts'), planFile, answersFile], {
      cwd: root,
      detached: true,
      env: { ...process.env, TEST_ENGINE: process.env.TEST_ENGINE ?? 'pglite' },
      stdio: ['ignore', 'ignore', process.env.HOLES_ERRORS === undefined ? 'ignore' : 'inherit'],
    }),
  )
  const killGroup = () => {
    if (child.pid === undefined) return
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }
  process.once('exit', killGroup)
  const limit = setTimeout(killGroup, limitMs)
  // With its last answer it is done, even where a server of a test keeps it from ending.
  const done = setInterval(() => linesOf(answersFile).length >= plan.length && killGroup(), 2_000)
  await new Promise<void>((resolve) => child.once('close', () => resolve()))
  clearTimeout(limit)
  clearInterval(done)
  killGroup()
  process.off('exit', killGroup)
  const lines = linesOf(answersFile)
  rmSync(folder, { recursive: true, force: true })
  return lines
    .map((line) => JSON.parse(line) as Answer)
    .map((it) => ({ ...it, path: relative(root, it.path).replaceAll('\\', '/') }))
}

const linesOf = (file: string): string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
