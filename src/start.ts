import { createCsrfMiddleware, createStart } from '@tanstack/react-start'
import { edgeHeaders } from '../contract/edge.ts'
import { refusalAdapter } from './lib/refusal-adapter.ts'
import { pageFetch } from './stores/page-fetch.ts'

/** What every page and server function passes through. Defining it turns Start's own CSRF check off. */
export const startInstance = createStart(() => ({
  requestMiddleware: [csrf],
  serializationAdapters: [refusalAdapter],
  serverFns: { fetch: pageFetch },
}))

/** A page of another origin reaches no server function, whatever its method. */
const csrf = createCsrfMiddleware({
  filter: ({ handlerType }) => handlerType === 'serverFn',
  origin: (origin, { request }) => origin === (request.headers.get(edgeHeaders.origin) ?? new URL(request.url).origin),
})
