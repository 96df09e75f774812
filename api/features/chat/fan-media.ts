import { maySendMedia, type SendMediaVerdict } from '../../../contract/policy/fan-media.ts'
import { audit } from '../../platform/audit/audit.ts'
import { blockBetween, takesMediaOf } from '../../platform/db/rules.ts'
import { bool, statement, timestamptz, uuid } from '../../platform/db/statement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { chatRefusal, readSendFacts } from './facts.ts'

/** Refuses a fan who may not send pictures and voice notes to this creator now, as sending them would be refused. */
export async function requireMaySendMedia(ctx: Services, viewer: Viewer, receiverId: string): Promise<void> {
  const nothing = { clientId: null, replyTo: null, mediaIds: [] }
  const facts = await readSendFacts(ctx, { senderId: viewer.id, receiverId, ...nothing, isFromFan: true })
  if (facts === null) throw refuse('not_found')
  const refusal = chatRefusal(facts)
  if (refusal !== null) throw refusal
  const { verdict: chat, isTaken } = facts
  if (!maySendMedia({ chat, senderIsCreator: viewer.isCreator, isTaken }).allowed) throw refuse('media_not_taken')
}

/** What a single conversation says of pictures and voice notes, in both directions. */
export async function readMediaTerms(
  ctx: Services,
  viewer: Viewer,
  { other_user_id: other, chat }: { other_user_id: string; chat: SendMediaVerdict },
): Promise<{ may_send_media: boolean; takes_media: boolean }> {
  const [row] = await ctx.db.run(selectTaken, { viewer: viewer.id, other, now: new Date(ctx.now()) })
  const { by_other: isTaken = false, by_viewer: takes = false } = row ?? {}
  return {
    may_send_media: maySendMedia({ chat, senderIsCreator: viewer.isCreator, isTaken }).allowed,
    takes_media: takes,
  }
}

/** Has a creator take pictures and voice notes of a fan, or end that; refuses `not_found` before their first message. */
export async function takeMedia(ctx: Services, viewer: Viewer, fanId: string, taken: boolean): Promise<void> {
  const afterCommit = await ctx.db.transact(async (tx) => {
    const [row] = await tx.run(setTaken, { creator: viewer.id, fan: fanId, taken })
    if (row === undefined) throw refuse('not_found')
    await audit(tx, viewer, taken ? 'chat.take_media' : 'chat.end_media', { kind: 'user', id: fanId })
    const creator = { userId: viewer.id, type: 'media_taken' as const, payload: { other_id: fanId } }
    const fan = { userId: fanId, type: 'media_taken' as const, payload: { other_id: viewer.id } }
    // Across a block the fan learns nothing.
    return ctx.live.record(tx, row.blocked ? [creator] : [creator, fan])
  })
  afterCommit()
}

const selectTaken = statement(
  'chat_media_taken',
  { viewer: uuid, other: uuid, now: timestamptz },
  { by_other: bool, by_viewer: bool },
  ({ viewer, other, now }) => `
    select ${takesMediaOf('o', viewer, now)} as by_other, ${takesMediaOf('v', other, now)} as by_viewer
    from users v join users o on o.id = ${other} where v.id = ${viewer}`,
)

const setTaken = statement(
  'chat_take_media',
  { creator: uuid, fan: uuid, taken: bool },
  { blocked: bool },
  ({ creator, fan, taken }) => `
    update chat_members m set takes_media = ${taken}
    where m.user_id = ${creator} and m.other_id = ${fan} and m.last_message_at is not null
    returning ${blockBetween('m.user_id', 'm.other_id')} as blocked`,
)
