import { Hono } from 'hono'
import type { Vars } from '../../api/platform/http/implement.ts'
import { operations } from '../../api/platform/http/operations.ts'
import { Readiness } from '../../api/platform/http/readiness.ts'
import type { Services } from '../../api/platform/services.ts'

/** What `/metrics` of a node answers, by series: `name{label="value"}`. */
export function openScrape(ctx: Services): () => Promise<Series> {
  const app = appOf(ctx)
  return async () => parseMetrics(await (await app.request('/metrics')).text())
}

export const scrapeText = async (ctx: Services): Promise<string> => (await appOf(ctx).request('/metrics')).text()

function appOf(ctx: Services): Hono<Vars> {
  const app = new Hono<Vars>()
  operations(app, ctx, new Readiness({ database: async () => true, nodes: async () => false }))
  return app
}

type Series = Map<string, number>

function parseMetrics(text: string): Series {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ')
      return [line.slice(0, at), Number(line.slice(at + 1))] as const
    }),
  )
}
