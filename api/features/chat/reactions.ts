import type { Reaction } from '../../../contract/chat.ts'
import { mayReact } from '../../../contract/policy/chat.ts'
import { audit } from '../../platform/audit/audit.ts'
import { bool, int, orNull, statement, textOf, uuid } from '../../platform/db/statement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { runAll } from '../../platform/live/live.ts'
import type { Services } from '../../platform/services.ts'
import { notify } from '../notifications/notify.ts'
import { chatRefusal } from './facts.ts'
import { publishMessageUpdated } from './message-updated.ts'
import { getSidesForViewer, readFactsOfOther, type Sides } from './sides.ts'
import { readerOf, readMessages } from './views.ts'

/** Reacts to a message of the viewer's conversations, or takes the reaction back; notifies of nothing. */
export async function reactToMessage(
  ctx: Services,
  viewer: Viewer,
  { id, reaction }: { id: string; reaction: Reaction | null },
): Promise<{ my_reaction: Reaction | null; other_reaction: Reaction | null }> {
  const sides = await getSidesForViewer(ctx, viewer, id)
  await requireReaction(ctx, viewer, sides)
  const afterCommit = await ctx.db.transact(async (tx) => {
    await tx.run(setReaction, { message: id, user: viewer.id, reaction })
    await audit(tx, viewer, 'chat.react', { kind: 'message', id })
    return publishMessageUpdated(tx, ctx, sides, id)
  })
  const message = (await readMessages(ctx, readerOf(viewer), [id])).get(id)
  afterCommit()
  return { my_reaction: message?.my_reaction ?? null, other_reaction: message?.other_reaction ?? null }
}

/** Likes a message of the viewer's conversations, which is a heart, or removes the like (spec §7). */
export async function likeMessage(
  ctx: Services,
  viewer: Viewer,
  messageId: string,
): Promise<{ liked: boolean; likes: number }> {
  const sides = await getSidesForViewer(ctx, viewer, messageId)
  await requireReaction(ctx, viewer, sides)
  const { liked, afterCommit } = await ctx.db.transact(async (tx) => {
    const [row] = await tx.run(toggleLike, { message: messageId, user: viewer.id })
    await audit(tx, viewer, 'chat.like', { kind: 'message', id: messageId })
    const effects = [await publishMessageUpdated(tx, ctx, sides, messageId)]
    // The author is notified of a user's first like of a message only, not when it is removed and given again.
    const like = { author: sides.sender_id, liker: viewer.id, message: messageId }
    const isFirst = row?.liked === true && (await tx.run(likedBefore, like)).length === 0
    const object = { kind: 'message' as const, id: messageId }
    if (isFirst)
      effects.push(await notify(tx, ctx, { userId: sides.sender_id, type: 'message_like', actorId: viewer.id, object }))
    return { liked: row?.liked === true, afterCommit: runAll(effects) }
  })
  const message = (await readMessages(ctx, readerOf(viewer), [messageId])).get(messageId)
  afterCommit()
  return { liked, likes: message?.likes ?? 0 }
}

/** A block freezes the conversation (product §16), and who may not write may not react either. */
async function requireReaction(ctx: Services, viewer: Viewer, sides: Sides): Promise<void> {
  const facts = await readFactsOfOther(ctx, viewer, sides)
  const verdict = mayReact({ chat: facts.verdict, deleted: sides.deleted })
  if (verdict.reason === 'deleted') throw refuse('not_found')
  const refusal = chatRefusal(facts)
  if (refusal !== null) throw refusal
}

/** One reaction a user and message; null takes it back. */
const setReaction = statement(
  'chat_set_reaction',
  { message: uuid, user: uuid, reaction: orNull(textOf<Reaction>()) },
  {},
  ({ message, user, reaction }) => `
    with gone as (delete from message_likes where message_id = ${message} and user_id = ${user} and ${reaction} is null)
    insert into message_likes (message_id, user_id, reaction)
    select ${message}, ${user}, ${reaction} where ${reaction} is not null
    on conflict (message_id, user_id) do update set reaction = excluded.reaction`,
)

/** Another reaction becomes a heart. */
const toggleLike = statement(
  'chat_toggle_like',
  { message: uuid, user: uuid },
  { liked: bool },
  ({ message, user }) => `
    with gone as (
      delete from message_likes where message_id = ${message} and user_id = ${user} and reaction = 'heart' returning 1
    ), added as (
      insert into message_likes (message_id, user_id, reaction)
      select ${message}, ${user}, 'heart' where not exists (select 1 from gone)
      on conflict (message_id, user_id) do update set reaction = excluded.reaction
    )
    select not exists (select 1 from gone) as liked`,
)

const likedBefore = statement(
  'chat_liked_before',
  { author: uuid, liker: uuid, message: uuid },
  { found: int },
  ({ author, liker, message }) => `
    select 1 as found from notifications
    where user_id = ${author} and type = 'message_like' and actor_id = ${liker} and object_id = ${message}`,
)
