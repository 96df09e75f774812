import * as v from 'valibot'
import { type AuditEntry, activityFilter } from '../../../contract/agency-shapes.ts'
import { ownerOnly } from '../../../contract/endpoint.ts'
import type { User } from '../../../contract/users.ts'
import { csvAnswer } from '../../platform/http/csv.ts'
import { parseQuery, type RawRoute } from '../../platform/http/raw.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { type ActivityQuery, readMyActivity } from './activity.ts'

/**
 * `GET /api/agency-activity/export`: what operators did as the creator as a CSV file, newest first, in the order and with
 * the filter of the list. An act stands in a line for each thing that it wrote or changed.
 */
export const activityExportRoute = (ctx: Services): RawRoute => ({
  method: 'GET',
  path: '/api/agency-activity/export',
  access: ownerOnly(),
  rate: 'expensive',
  serve: async (c, viewer) => {
    const pages = pagesOf(ctx, viewer, parseQuery(c, v.object(activityFilter)))
    return csvAnswer({ owner: viewer.id, name: 'activity', now: ctx.now(), columns, pages })
  },
})

const columns = ['at', 'operator', 'action', 'about', 'field', 'before', 'after'] as const

async function* pagesOf(ctx: Services, viewer: Viewer, filter: ActivityQuery): AsyncGenerator<string[][]> {
  for (let cursor: string | undefined; ; ) {
    const page = await readMyActivity(ctx, viewer, {
      ...filter,
      limit: pageSize,
      ...(cursor !== undefined && { cursor }),
    })
    yield page.data.flatMap(rowsOf)
    if (page.next === null) return
    cursor = page.next
  }
}
const pageSize = 500

function rowsOf({ at, actor, action, about, changes }: AuditEntry): string[][] {
  const act = [at, nameOf(actor), action, nameOf(about)]
  if (changes.length === 0) return [[...act, '', '', '']]
  return changes.map(({ field, before, after }) => [...act, field, before ?? '', after ?? ''])
}

const nameOf = (user: User | null): string => user?.username ?? ''
