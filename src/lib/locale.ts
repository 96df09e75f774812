import { createIsomorphicFn } from '@tanstack/react-start'
import { overwriteGetLocale } from '../paraglide/runtime.js'

/**
 * The language of the page, in the browser, is the one it was rendered in. On the server it belongs to the
 * request (`server/locale.server.ts`).
 */
export const followLocale = createIsomorphicFn()
  .server(() => {})
  .client(() => {
    const locale = document.documentElement.lang === 'fr' ? 'fr' : 'en'
    overwriteGetLocale(() => locale)
  })
