import { trackingLinks } from '../../../contract/tracking-links.ts'
import { csvAnswer } from '../../platform/http/csv.ts'
import { parseQuery, type RawRoute } from '../../platform/http/raw.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { listLinks } from './links.ts'

/**
 * `GET /api/creator/analytics/links/export`: the links with the figures of a span as a CSV file. Amounts are coins; without
 * `can_payment` their columns are empty.
 */
export const trackingLinksExportRoute = (ctx: Services): RawRoute => ({
  method: 'GET',
  path: '/api/creator/analytics/links/export',
  access: trackingLinks.list.access,
  rate: 'expensive',
  serve: async (c, viewer) => {
    const query = parseQuery(c, trackingLinks.list.input)
    return csvAnswer({ owner: viewer.id, name: 'links', now: ctx.now(), columns, pages: pagesOf(ctx, viewer, query) })
  },
})

const columns = ['name', 'url', 'created', 'visits', 'follows', 'subscriptions', 'gross', 'net', 'cost']

async function* pagesOf(ctx: Services, viewer: Viewer, query: Parameters<typeof listLinks>[2]) {
  let cursor: string | undefined
  do {
    const page = await listLinks(ctx, viewer, { ...query, limit: 100, cursor })
    yield page.data.map((it) => [
      ...[it.name, it.url, it.created_at.slice(0, 10)],
      ...[it.visits, it.follows, it.subscriptions].map(String),
      ...[it.revenue?.gross, it.revenue?.net, it.cost ?? undefined].map((amount) => amount?.toFixed(2) ?? ''),
    ])
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
}
