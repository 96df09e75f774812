import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/** A failed test in a report of Vitest or Playwright. */
export type Failure = { file: string; name: string; reason: string }

/** How long the tests of a file took together. */
export type TestTime = { file: string; ms: number }

type VitestReport = {
  testResults?: {
    name: string
    status: string
    message?: string
    startTime?: number
    endTime?: number
    assertionResults: { fullName: string; status: string; failureMessages?: string[] | null }[]
  }[]
}
type JourneySuite = {
  file: string
  suites?: JourneySuite[]
  specs?: { title: string; ok: boolean; tests: { results: JourneyResult[] }[] }[]
}
type JourneyResult = {
  duration?: number
  error?: { message?: string; location?: { line: number } }
  attachments?: { name: string; path?: string }[]
}

/** The failed tests of a JSON report by Vitest; a file that did not load, or of which only a hook failed, counts as one. */
export function failedTests(report: unknown): Failure[] {
  return ((report as VitestReport | null)?.testResults ?? []).flatMap((file): Failure[] => {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed')
    if (failed.length === 0 && file.status === 'failed')
      return [
        {
          file: file.name,
          name: file.assertionResults.length === 0 ? 'did not load' : 'a hook',
          reason: firstLines(file.message),
        },
      ]
    return failed.map(({ fullName, failureMessages }) => ({
      file: file.name,
      name: fullName,
      reason: firstLines(failureMessages?.[0]),
    }))
  })
}

/** The failed journeys of a JSON report by Playwright, and the errors that kept it from starting. */
export function failedJourneys(report: unknown): Failure[] {
  const { suites = [], errors = [] } = (report ?? {}) as { suites?: JourneySuite[]; errors?: { message?: string }[] }
  return [
    ...errors.map(({ message }) => ({ file: 'playwright', name: 'did not start', reason: firstLines(message) })),
    ...suites.flatMap(inSuite),
  ]
}

/** How long each file took, from a JSON report by either. */
export function testTimes(report: unknown): TestTime[] {
  const { testResults = [] } = (report ?? {}) as VitestReport
  const { suites = [] } = (report ?? {}) as { suites?: JourneySuite[] }
  return [
    ...testResults.map(({ name, startTime = 0, endTime = 0 }) => ({ file: name, ms: endTime - startTime })),
    ...suites.map((suite) => ({ file: `tests/journeys/${suite.file}`, ms: durationOf(suite) })),
  ]
}

function durationOf({ suites = [], specs = [] }: JourneySuite): number {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results))
  const own = results.reduce((sum, { duration = 0 }) => sum + duration, 0)
  return suites.reduce((sum, suite) => sum + durationOf(suite), own)
}

function inSuite({ file, suites = [], specs = [] }: JourneySuite): Failure[] {
  const failed = specs.filter(({ ok }) => !ok)
  return [
    ...failed.map(({ title, tests }) => ({
      file,
      name: title,
      reason: reasonOf(tests.flatMap(({ results }) => results).find(({ error }) => error)),
    })),
    ...suites.flatMap(inSuite),
  ]
}

/** What went wrong, the line where it did, and what the page showed then. */
function reasonOf(result: JourneyResult | undefined): string {
  const { error, attachments = [] } = result ?? {}
  const line = error?.location && `At line ${error.location.line}.`
  const context = attachments.find(({ name }) => name === 'error-context')?.path
  return [firstLines(error?.message), line, context && pageIn(context)].filter(Boolean).join('\n')
}

/** The first lines of the page as a screen reader has it, from what Playwright wrote of a failure; boxes and addresses left out. */
function pageIn(file: string): string {
  const text = readFileSync(file, 'utf8')
  const [, page = ''] = /^```yaml\n(.*?)\n```$/ms.exec(text) ?? []
  const lines = page.replaceAll(/ \[(?:ref|cursor)=\w+\]/g, '').split('\n')
  return lines
    .filter((line) => !/^ *- (?:generic.*:$|\/url)/.test(line))
    .slice(0, 80)
    .join('\n')
}

/** The first lines of a message, without its colours. */
function firstLines(message = ''): string {
  return stripVTControlCharacters(message).split('\n').slice(0, 6).join('\n')
}
