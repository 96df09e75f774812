import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readNoticers, writeNoticers } from './store.ts'

let root: string
const [key, test] = ['api/a.ts refusal !isOwner', 'api/a.test.ts']
const file = () => join(root, 'noticers.json')
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'holes-store-'))
  mkdirSync(join(root, 'api'))
  writeFileSync(join(root, 'api/a.ts'), 'if (!isOwner) refuse()')
  writeFileSync(join(root, test), 'it refuses')
  writeFileSync(file(), '{}')
  const results = { [key]: { verdict: 'noticed', by: `${test} AssertionError: 200`, tests: {} } } as const
  writeNoticers(root, file(), { known: new Map(), results, keys: [key] })
})
afterEach(() => rmSync(root, { recursive: true }))

it.each([
  ['holds while both files are as they were', null, true],
  ['does not hold once the file of the check has changed', 'api/a.ts', false],
  ['does not hold once the test has changed', test, false],
])('%s', (_, changed, holds) => {
  if (changed !== null) writeFileSync(join(root, changed), 'another text')
  expect(readNoticers(root, file()).get(key)).toMatchObject({ test, holds })
})

it('does not hold once a file is gone', () => {
  rmSync(join(root, test))
  expect(readNoticers(root, file()).get(key)?.holds).toBe(false)
})

it('keeps what was not tried, and forgets what no test notices now', () => {
  const before = readFileSync(file(), 'utf8')
  const known = readNoticers(root, file())
  writeNoticers(root, file(), { known, results: {}, keys: [key] })
  expect(readFileSync(file(), 'utf8')).toBe(before)
  const results = { [key]: { verdict: 'unnoticed', by: '', tests: {} } } as const
  writeNoticers(root, file(), { known, results, keys: [key] })
  expect(readNoticers(root, file()).size).toBe(0)
})
