import { writtenAs } from '../lib/page-account.ts'
import { isSuspended } from './connection.ts'

/**
 * How server functions are called in the browser. A write says for which account it is meant, and none is made while the
 * account changes: between the end of one and the reload it would be sent as the next (product §48).
 */
export const pageFetch: typeof fetch = (input, init) => {
  if (init?.method === undefined || init.method === 'GET') return fetch(input, init)
  if (isSuspended()) return import('./account-changes.ts').then((it) => Promise.reject(it.accountChanges()))
  const headers = new Headers(init.headers)
  for (const [name, value] of Object.entries(writtenAs())) headers.set(name, value)
  return fetch(input, { ...init, headers })
}
