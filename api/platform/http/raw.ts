import type { Context, Hono } from 'hono'
import * as v from 'valibot'
import type { Access } from '../../../contract/endpoint.ts'
import type { RateClass } from '../../../contract/rates.ts'
import { publishAuditEntry } from '../audit/audit.ts'
import type { Services } from '../services.ts'
import { admit, failure, type Vars } from './implement.ts'
import { readQuery } from './input.ts'
import { addressKey } from './rates.ts'
import { refuse } from './refusal.ts'
import type { ReadViewer, Viewer } from './viewer.ts'
import { requireWriter } from './written-as.ts'

/** A route whose body or answer is no JSON: pictures and archives. Its access, rate and refusals are those of any endpoint. */
export type RawRoute = {
  method: 'GET' | 'POST' | 'PUT'
  path: `/api/${string}`
  access: Access
  rate: RateClass
  serve: (c: Context<Vars>, viewer: Viewer) => Promise<Response>
}

/** The query of a raw route as a schema reads it; refuses `invalid_input`. */
export function parseQuery<S extends v.GenericSchema>(c: Context<Vars>, schema: S): v.InferOutput<S> {
  const read = v.safeParse(schema, readQuery(c))
  if (!read.success) throw refuse('invalid_input')
  return read.output
}

export function mountRaw(app: Hono<Vars>, ctx: Services, readViewer: ReadViewer, routes: readonly RawRoute[]): void {
  for (const route of routes) {
    app.on(route.method, route.path.replaceAll(/\{(\w+)\}/g, ':$1'), async (c) => {
      const limit = ctx.rates
      try {
        await limit.take('address', addressKey(c.get('address')))
        const seen = await readViewer(ctx, c.req.raw.headers.get('cookie'))
        c.set('viewer', seen.viewer)
        requireWriter(c.req.raw, seen)
        const viewer = admit(route.access, seen)
        if (viewer === null) throw refuse('unauthorised')
        await limit.take(route.rate, `${viewer.id} ${route.method} ${route.path}`)
        const answer = await route.serve(c, viewer)
        if (viewer.acting && route.method !== 'GET') publishAuditEntry(ctx, viewer.id)
        return answer
      } catch (error) {
        return failure(error, null, `${route.method} ${route.path}`, c.get('locale'), c.get('requestId'))
      }
    })
  }
}
