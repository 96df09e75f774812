import { vi } from 'vitest'

/**
 * Stands in for TanStack Start in component tests, where no build has split server from browser. A server function is
 * HTTP in the product; here it is a mock that checks its input against the contract, and a test says what it answers.
 */
export function createServerFn() {
  let check: (input: unknown) => unknown = (input) => input
  const builder = {
    validator(validate: typeof check) {
      check = validate
      return builder
    },
    handler() {
      const serverFunction = vi.fn((_call: { data: unknown }): unknown => {
        throw new Error('A server function was called for which this test has no answer.')
      })
      return new Proxy(serverFunction, {
        apply(called, self, [call]: [{ data: unknown }]) {
          check(call.data)
          return Reflect.apply(called, self, [call])
        },
      })
    },
  }
  return builder
}

/** Takes the browser's half. */
export function createIsomorphicFn() {
  return { server: () => ({ client: <T>(inBrowser: T): T => inBrowser }) }
}

/** Names that only the server's halves use. */
export const env = {}
export const [getRequest, getRequestHeader, setResponseStatus, appendResponseHeader] = [
  vi.fn(),
  vi.fn(),
  vi.fn(),
  vi.fn(),
]
