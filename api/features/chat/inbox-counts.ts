import type { Answer } from '../../../contract/endpoint.ts'
import type { inbox } from '../../../contract/inbox.ts'
import { waitingMinutes } from '../../../contract/limits.ts'
import { waitsForAnswer } from '../../platform/db/rules.ts'
import { bool, int, statement, timestamptz, uuid } from '../../platform/db/statement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'

/** How many conversations each view has, up to 100: each is a short walk of its own index. */
export async function countViews(
  ctx: Services,
  viewer: Viewer,
  mode: 'creator' | undefined,
): Promise<Answer<typeof inbox.counts>> {
  if (mode === 'creator' && !viewer.isCreator) throw refuse('not_creator')
  const [row] = await ctx.db.run(viewCounts, {
    viewer: viewer.id,
    asCreator: mode === 'creator',
    now: new Date(ctx.now()),
  })
  if (row === undefined) throw new Error('counts have no row')
  return row
}

const viewCounts = statement(
  'chat_view_counts',
  { viewer: uuid, asCreator: bool, now: timestamptz },
  { unread: int, unanswered: int, waiting: int, requested: int, pinned: int, snoozed: int },
  ({ viewer, asCreator, now }) => {
    const inSight = `m.user_id = ${viewer} and m.as_creator = ${asCreator} and m.last_message_at is not null
        and not m.hidden`
    const isShown = `(m.snoozed_until is null or m.snoozed_until <= ${now})`
    const waits = waitsForAnswer('m', now)
    const count = (where: string) => `(select count(*)::int from (
        select 1 from chat_members m where ${inSight} and ${where} limit 100) up_to_100)`
    return `
    select ${count(`m.unread_count > 0 and ${isShown}`)} as unread,
      ${count(`${waits} and ${isShown}`)} as unanswered,
      ${count(`${waits} and m.last_message_at <= ${now} - interval '${waitingMinutes} minutes' and ${isShown}`)} as waiting,
      (select count(*)::int from (select 1 from paid_requests r where ${asCreator} and r.creator_id = ${viewer}
        and r.state in ('open', 'accepted') limit 100) up_to_100) as requested,
      ${count(`m.pinned_at is not null and ${isShown}`)} as pinned,
      ${count(`m.snoozed_until > ${now}`)} as snoozed`
  },
)
