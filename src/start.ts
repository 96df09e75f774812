import { createCsrfMiddleware, createMiddleware, createStart } from '@tanstack/react-start'
import { setResponseHeader } from '@tanstack/react-start/server'
import { edgeHeaders } from '../contract/edge.ts'
import { refusalAdapter } from './lib/refusal-adapter.ts'
import { inLocaleOf } from './server/locale.server.ts'

/** What every page and server function passes through. Defining it turns Start's own CSRF check off, so it stands here. */
export const startInstance = createStart(() => ({
  requestMiddleware: [locale, csrf],
  serializationAdapters: [refusalAdapter],
}))

const locale = createMiddleware().server(({ next, request, handlerType }) => {
  if (handlerType === 'serverFn') setResponseHeader('cache-control', 'private, no-store')
  return inLocaleOf(request, () => next())
})

/** A page of another origin reaches no server function, whatever its method. */
const csrf = createCsrfMiddleware({
  filter: ({ handlerType }) => handlerType === 'serverFn',
  origin: (origin, { request }) => origin === (request.headers.get(edgeHeaders.origin) ?? new URL(request.url).origin),
})
