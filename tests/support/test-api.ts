import { afterAll, beforeAll, expect } from 'vitest'
import { openTestApi, type TestApi } from './api.ts'
import { ledgerOf } from './money.ts'
import { type Listening, listen } from './sockets.ts'

/**
 * The API of one test file: opened before its tests, closed after them. With `money` the ledger has to hold at the end.
 */
export function testApi({
  money = false,
  ...options
}: {
  env?: Record<string, string>
  empty?: boolean
  money?: boolean
} = {}): TestApi {
  const api = {} as TestApi
  beforeAll(async () => void Object.assign(api, await openTestApi(options)))
  afterAll(async () => {
    if (money) expect(await ledgerOf(api)).toEqual([])
    await api.close()
  })
  return api
}

/** The same on a port, for tests that open sockets. */
export function listeningApi(): { api: TestApi; live: Listening } {
  const api = testApi()
  const live = {} as Listening
  beforeAll(async () => void Object.assign(live, await listen(api)))
  afterAll(() => live.close())
  return { api, live }
}
