import type { Received } from '../../../contract/endpoint.ts'
import type { ConversationAct, inbox } from '../../../contract/inbox.ts'
import { writeAuditEntries } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { notDeleted } from '../../platform/db/rules.ts'
import { bool, statement, timestamptz, uuid, uuids } from '../../platform/db/statement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { unreadPredicate } from './unread.ts'

/**
 * Hides, mutes, pins, snoozes or marks the viewer's side of conversations, and answers the ids of those that changed, so
 * that the opposite act on them undoes it. Conversations of other users are left out.
 */
export async function changeConversations(
  ctx: Services,
  viewer: Viewer,
  { ids, act, until, mode }: Received<typeof inbox.change>,
): Promise<string[]> {
  if (ids === undefined && act !== 'read') throw refuse('invalid_input', { fields: { ids: ['missing'] } })
  if (act === 'snooze' && until == null) throw refuse('invalid_input', { fields: { until: ['missing'] } })
  return ctx.db.transact(async (tx) => {
    const rows = await run(tx)
    const changed = rows.map((row) => row.session_id)
    const { acting } = viewer
    if (acting !== null)
      await writeAuditEntries(
        tx,
        changed.map((id) => ({
          agencyId: acting.agencyId,
          grantId: acting.grantId,
          actorId: acting.operatorId,
          subjectId: viewer.id,
          action: `chat.${act === 'read' ? 'mark_read' : act}`,
          object: { kind: 'session', id },
        })),
      )
    return changed
  })

  function run(tx: Db): Promise<{ session_id: string }[]> {
    if (ids === undefined) return tx.run(readAll, { viewer: viewer.id, asCreator: mode === 'creator' })
    if (act === 'snooze') return tx.run(snooze, { viewer: viewer.id, ids, until: new Date(until ?? 0) })
    return tx.run(changes[act], { viewer: viewer.id, ids })
  }
}

const changed = { session_id: uuid }
const change = (act: ConversationAct, set: string, isOther: string) =>
  statement(
    `chat_change_${act}`,
    { viewer: uuid, ids: uuids },
    changed,
    ({ viewer, ids }) => `
      update chat_members m set ${set} where m.user_id = ${viewer} and m.session_id = any(${ids}) and ${isOther}
      returning m.session_id`,
  )

const snooze = statement(
  'chat_change_snooze',
  { viewer: uuid, ids: uuids, until: timestamptz },
  changed,
  ({ viewer, ids, until }) => `
    update chat_members m set snoozed_until = ${until}
    where m.user_id = ${viewer} and m.session_id = any(${ids}) and m.last_message_at is not null
    returning m.session_id`,
)

/** Everything after the last message that was read, at least one. */
const unreadNow = `greatest(1, (select count(*)::int from messages u where u.session_id = m.session_id
        and u.seq > m.read_seq and u.receiver_id = m.user_id and ${notDeleted('u')} and ${unreadPredicate('u')}))`

const changes: Record<Exclude<ConversationAct, 'snooze'>, ReturnType<typeof change>> = {
  hide: change('hide', 'hidden = true', 'not m.hidden'),
  unhide: change('unhide', 'hidden = false', 'm.hidden'),
  mute: change('mute', 'muted = true', 'not m.muted'),
  unmute: change('unmute', 'muted = false', 'm.muted'),
  read: change('read', 'unread_count = 0', 'm.unread_count > 0'),
  unread: change('unread', `unread_count = ${unreadNow}`, 'm.unread_count = 0 and m.last_message_at is not null'),
  pin: change('pin', 'pinned_at = now()', 'm.pinned_at is null'),
  unpin: change('unpin', 'pinned_at = null', 'm.pinned_at is not null'),
  unsnooze: change('unsnooze', 'snoozed_until = null', 'm.snoozed_until is not null'),
}

const readAll = statement(
  'chat_change_read_all',
  { viewer: uuid, asCreator: bool },
  changed,
  ({ viewer, asCreator }) => `
    update chat_members m set unread_count = 0 where m.user_id = ${viewer} and m.session_id in (
      select k.session_id from chat_members k
      where k.user_id = ${viewer} and k.as_creator = ${asCreator} and k.unread_count > 0 limit 5000)
    returning m.session_id`,
)
