import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { failedJourneys, failedTests } from './failures.ts'

test('names the failed tests of Vitest, and files that did not load', () => {
  const passed = { fullName: 'counts coins', status: 'passed', failureMessages: [] }
  const failed = {
    fullName: 'chat sends',
    status: 'failed',
    failureMessages: ['\u001b[31mexpected 1\u001b[39m\nto be 2'],
  }
  expect(
    failedTests({
      testResults: [
        { name: 'a.test.ts', status: 'failed', assertionResults: [passed, failed] },
        { name: 'b.test.ts', status: 'passed', assertionResults: [passed] },
        { name: 'c.test.ts', status: 'failed', message: 'No such module', assertionResults: [] },
        { name: 'd.test.ts', status: 'failed', message: 'No database', assertionResults: [passed] },
      ],
    }),
  ).toEqual([
    { file: 'a.test.ts', name: 'chat sends', reason: 'expected 1\nto be 2' },
    { file: 'c.test.ts', name: 'did not load', reason: 'No such module' },
    { file: 'd.test.ts', name: 'a hook', reason: 'No database' },
  ])
})

test('names the failed journeys of Playwright at any depth, and errors at its start', () => {
  const spec = (title: string, ok: boolean) => ({
    title,
    ok,
    tests: [{ results: [ok ? {} : { error: { message: 'no button' } }] }],
  })
  expect(
    failedJourneys({
      errors: [{ message: 'the product does not start' }],
      suites: [
        {
          file: 'x.test.ts',
          specs: [spec('fine', true)],
          suites: [{ file: 'x.test.ts', specs: [spec('broken', false)] }],
        },
      ],
    }),
  ).toEqual([
    { file: 'playwright', name: 'did not start', reason: 'the product does not start' },
    { file: 'x.test.ts', name: 'broken', reason: 'no button' },
  ])
})

test('says at which line a journey failed, and what its page showed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-failures-'))
  const path = join(folder, 'error-context.md')
  writeFileSync(
    path,
    '# Error details\n\n```\nno button\n```\n\n# Page snapshot\n\n```yaml\n- main:\n  - heading "Chat"\n```\n',
  )
  const error = { message: 'no button', location: { line: 12 } }
  const result = { error, attachments: [{ name: 'screenshot' }, { name: 'error-context', path }] }
  const suites = [{ file: 'x.test.ts', specs: [{ title: 'broken', ok: false, tests: [{ results: [result] }] }] }]
  expect(failedJourneys({ suites })).toEqual([
    { file: 'x.test.ts', name: 'broken', reason: 'no button\nAt line 12.\n- main:\n  - heading "Chat"' },
  ])
  rmSync(folder, { recursive: true })
})

test('finds no failure in a missing report', () => {
  expect([failedTests(null), failedJourneys(null)]).toEqual([[], []])
})
