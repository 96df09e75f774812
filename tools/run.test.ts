import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { root } from './release/build.ts'

/** A fresh clone of run.mjs alone, with an npm that installs only Node. */
let clone: string
beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'fanfare-clone-'))
  mkdirSync(join(clone, 'tools'))
  for (const file of ['run.mjs', 'progress.mjs']) cpSync(join(root, 'tools', file), join(clone, 'tools', file))
  writeFileSync(join(clone, 'package-lock.json'), '{"packages":{"":{}}}')
  writeFileSync(join(clone, 'hello.mjs'), 'console.log("hello", process.argv[2])')
})
afterEach(() => rmSync(clone, { recursive: true, force: true }))

function run(npm: string) {
  const bin = join(clone, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\n${npm}\n`)
  chmodSync(join(bin, 'npm'), 0o755)
  const start = () =>
    spawnSync(process.execPath, [join(clone, 'tools', 'run.mjs'), 'hello.mjs', 'world'], {
      encoding: 'utf8',
      env: { ...process.env, PATH: `${bin}:${process.env.PATH}` },
    })
  return { first: start(), second: existsSync(join(clone, 'node_modules')) ? start() : null }
}

it('installs once, and runs the program on the installed Node', () => {
  const { first, second } = run(
    `mkdir -p node_modules/node/bin && ln -s '${process.execPath}' node_modules/node/bin/node && cp package-lock.json node_modules/.package-lock.json`,
  )
  expect([first.status, first.stdout]).toEqual([0, 'Installing packages (once, about a minute)…\nhello world\n'])
  expect([second?.status, second?.stdout]).toEqual([0, 'hello world\n'])
})

it('exits with 1 and the output of npm when it cannot install', () => {
  const { first } = run('echo "no network" >&2; exit 7')
  expect(first.status).toBe(1)
  expect(first.stderr).toBe('no network\nThe packages could not be installed; the lines above say why.\n')
})
