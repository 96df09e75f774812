import { type PaidMessage, paidMessages } from '../../../contract/paid-messages.ts'
import { csvAnswer } from '../../platform/http/csv.ts'
import { parseQuery, type RawRoute } from '../../platform/http/raw.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { listPaidMessages } from './paid-messages.ts'

/** `GET /api/creator/analytics/messages/export`: the messages of a span that were for sale to one fan as a CSV file, in coins. */
export const paidMessagesExportRoute = (ctx: Services): RawRoute => ({
  method: 'GET',
  path: '/api/creator/analytics/messages/export',
  access: paidMessages.list.access,
  rate: 'expensive',
  serve: async (c, viewer) => {
    const query = parseQuery(c, paidMessages.list.input)
    return csvAnswer({
      owner: viewer.id,
      name: 'messages',
      now: ctx.now(),
      columns,
      pages: pagesOf(ctx, viewer, query),
    })
  },
})

const columns = ['sent', 'fan', 'author', 'text', 'price', 'opened', 'bought', 'earned']

async function* pagesOf(ctx: Services, viewer: Viewer, query: Parameters<typeof listPaidMessages>[2]) {
  let cursor: string | undefined
  do {
    const page = await listPaidMessages(ctx, viewer, { ...query, limit: 100, cursor })
    yield page.data.map(toCells)
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
}

const toCells = (it: PaidMessage): string[] => [
  it.sent_at,
  it.fan?.username ?? '',
  it.operator?.username ?? it.author,
  it.text,
  it.price.toFixed(2),
  it.is_opened ? 'yes' : 'no',
  it.bought_at ?? '',
  it.earned.toFixed(2),
]
