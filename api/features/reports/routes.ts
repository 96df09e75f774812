import { reports } from '../../../contract/reports.ts'
import { isHuman } from '../../identity/human-check.ts'
import { implement } from '../../platform/http/implement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { kindOf, readNotice, takeNotice } from './reports.ts'

export const reportRoutes = (ctx: Services) =>
  implement(reports)({
    send: async (input, { viewer, locale, created, headers, address, refuse }) => {
      if (viewer === null && !(await isHuman(ctx, headers.get('x-captcha-response'), address)))
        throw refuse('human_check_failed')
      const { ticket, dueAt } = await takeNotice(ctx, viewer, input, locale)
      created()
      return { ticket, due_at: dueAt.toISOString() }
    },
    get: async ({ ticket }) => {
      const row = await readNotice(ctx, ticket)
      if (row === undefined) throw refuse('not_found')
      return {
        ticket: row.ticket,
        kind: kindOf(row.kind),
        status: row.status,
        due_at: row.dueAt.toISOString(),
        created_at: row.createdAt.toISOString(),
        decided_at: row.decidedAt?.toISOString() ?? null,
        answer: row.answer,
      }
    },
  })
