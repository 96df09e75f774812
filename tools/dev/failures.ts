import { stripVTControlCharacters } from 'node:util'

/** A failed test in a report of Vitest or Playwright. */
export type Failure = { file: string; name: string; reason: string }

type VitestReport = {
  testResults?: {
    name: string
    status: string
    message?: string
    assertionResults: { fullName: string; status: string; failureMessages?: string[] | null }[]
  }[]
}
type JourneySuite = {
  file: string
  suites?: JourneySuite[]
  specs?: { title: string; ok: boolean; tests: { results: { error?: { message?: string } }[] }[] }[]
}

/** The failed tests of a JSON report by Vitest; a file that did not load counts as one. */
export function failedTests(report: unknown): Failure[] {
  return ((report as VitestReport | null)?.testResults ?? []).flatMap((file): Failure[] => {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed')
    if (failed.length === 0 && file.status === 'failed')
      return [{ file: file.name, name: 'did not load', reason: firstLines(file.message) }]
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

function inSuite({ file, suites = [], specs = [] }: JourneySuite): Failure[] {
  const failed = specs.filter(({ ok }) => !ok)
  return [
    ...failed.map(({ title, tests }) => ({
      file,
      name: title,
      reason: firstLines(tests.flatMap(({ results }) => results).find(({ error }) => error)?.error?.message),
    })),
    ...suites.flatMap(inSuite),
  ]
}

/** The first lines of a message, without its colours. */
function firstLines(message = ''): string {
  return stripVTControlCharacters(message).split('\n').slice(0, 6).join('\n')
}
