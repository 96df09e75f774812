import { AsyncLocalStorage } from 'node:async_hooks'
import { edgeHeaders } from '../../contract/edge.ts'
import type { Locale } from '../../contract/hosts.ts'
import { overwriteGetLocale } from '../paraglide/runtime.js'

const locales = new AsyncLocalStorage<Locale>()
overwriteGetLocale(() => locales.getStore() ?? 'en')

/** Runs what answers a request in the language that the edge has found for it (spec §1). */
export function inLocaleOf<T>(request: Request, run: () => T): T {
  return locales.run(request.headers.get(edgeHeaders.locale) === 'fr' ? 'fr' : 'en', run)
}
