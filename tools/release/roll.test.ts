import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from './build.ts'

/** In place of Docker: notes what it is asked for, says what runs, and fails as `$FAILS` wants. */
const standIn = `#!/bin/sh
echo "$* [\${API_IMAGE:-}]" >> "$CALLS"
case "$*" in
  "compose ps"*) echo "$RUNS" ;;
esac
case "$* [\${API_IMAGE:-}]" in
  $FAILS) exit 1 ;;
esac
`

describe('roll.sh', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fanfare-roll-'))
    writeFileSync(join(folder, 'docker'), standIn)
    chmodSync(join(folder, 'docker'), 0o755)
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /** The exit code, and the image of every step in order. */
  function roll(parameters: string[], { runs = 'api:1', fails = 'none' } = {}) {
    const calls = join(folder, 'calls')
    writeFileSync(calls, '')
    const env = { PATH: `${folder}:${process.env.PATH}`, CALLS: calls, RUNS: runs, FAILS: fails }
    const { status, stdout, stderr } = spawnSync('sh', [join(root, 'tools/release/roll.sh'), ...parameters], { env })
    const steps = readFileSync(calls, 'utf8')
      .split('\n')
      .flatMap((call) => {
        const [, step, rest = '', image] = /^compose (pull|run|up)(.*) \[(.*)\]$/.exec(call) ?? []
        return step === undefined ? [] : [`${step} ${rest.split(' ').at(-1)} ${image}`]
      })
    return { status, steps, stdout: stdout.toString(), stderr: stderr.toString() }
  }

  it('migrates, then starts one node after the other', () => {
    const { status, steps } = roll(['api:2'])
    expect({ status, steps }).toEqual({
      status: 0,
      steps: ['pull api-1 api:2', 'run migrate api:2', 'up api-1 api:2', 'up api-2 api:2'],
    })
  })

  it('leaves the nodes alone where the image cannot be got or the database not be migrated', () => {
    expect(roll(['api:2'], { fails: 'compose*pull*' })).toMatchObject({ status: 1, steps: ['pull api-1 api:2'] })
    expect(roll(['api:2'], { fails: 'compose*run*' }).steps).toEqual(['pull api-1 api:2', 'run migrate api:2'])
  })

  it('brings both nodes back to the image that they had where one is not ready', () => {
    const first = roll(['api:2'], { fails: '*up*api-1*api:2*' })
    expect(first).toMatchObject({ status: 1, stderr: expect.stringContaining('api-1 is not ready on api:2') })
    expect(first.steps.slice(2)).toEqual(['up api-1 api:2', 'up api-1 api:1', 'up api-2 api:1'])
    const second = roll(['api:2'], { fails: '*up*api-2*api:2*' })
    expect(second.status).toBe(1)
    expect(second.steps.slice(2)).toEqual(['up api-1 api:2', 'up api-2 api:2', 'up api-1 api:1', 'up api-2 api:1'])
  })

  it('has nothing to go back to at the first start', () => {
    const { status, steps } = roll(['api:1'], { runs: '', fails: '*up*api-1*' })
    expect({ status, steps: steps.slice(2) }).toEqual({ status: 1, steps: ['up api-1 api:1'] })
  })

  it('asks for an image', () => {
    expect(roll([])).toMatchObject({ status: 2, steps: [], stderr: expect.stringContaining('Which image?') })
  })
})
