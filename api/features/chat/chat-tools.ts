import { and, eq } from 'drizzle-orm'
import { chatTools, type Fan } from '../../../contract/chat-tools.ts'
import { coinsOf } from '../../../contract/coins.ts'
import { automationsPerDay } from '../../../contract/limits.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { notDeleted, subscriptionRuns } from '../../platform/db/rules.ts'
import { automations } from '../../platform/db/schema/automation.ts'
import { fanNotes } from '../../platform/db/schema/chat.ts'
import { bigint, bool, orNull, statement, text, texts, timestamptz, uuid } from '../../platform/db/statement.ts'
import { implement } from '../../platform/http/implement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { setListsOfFan } from '../audience/statements.ts'
import { takeMedia } from './fan-media.ts'
import {
  listReplies,
  moveReply,
  readNextReply,
  removeReply,
  renameReplyFolder,
  restoreReply,
  saveReply,
} from './saved-replies.ts'
import { readerOf } from './views.ts'

export const chatToolRoutes = (ctx: Services) =>
  implement(chatTools)({
    fan: ({ userId }, { viewer }) => readFan(ctx, viewer, userId),
    setNote: async ({ userId, note, lists }, { viewer }) => {
      await readFan(ctx, viewer, userId)
      await ctx.db.transact(async (tx) => {
        const values = { note, lists: [...new Set(lists)], updatedAt: new Date() }
        const named = values.lists.map((name) => ({ id: newId(), name }))
        await tx.run(setListsOfFan, { creator: viewer.id, fan: userId, lists: named })
        await tx
          .insert(fanNotes)
          .values({ creatorId: viewer.id, fanId: userId, ...values })
          .onConflictDoUpdate({ target: [fanNotes.creatorId, fanNotes.fanId], set: values })
        await audit(tx, viewer, 'chat.note', { kind: 'user', id: userId })
      })
      return readFan(ctx, viewer, userId)
    },
    takeMedia: async ({ userId, taken }, { viewer }) => {
      await takeMedia(ctx, viewer, userId, taken)
      return { taken }
    },
    replies: (query, { viewer }) => listReplies(ctx, viewer, query),
    nextReply: ({ userId }, { viewer }) => readNextReply(ctx, viewer, userId),
    saveReply: (written, { viewer }) => saveReply(ctx, viewer, written),
    removeReply: async ({ id }, { viewer }) => {
      await removeReply(ctx, viewer, id)
      return { ok: true }
    },
    restoreReply: async ({ id }, { viewer }) => {
      await restoreReply(ctx, viewer, id)
      return { ok: true }
    },
    moveReply: async (input, { viewer }) => {
      await moveReply(ctx, viewer, input)
      return { ok: true }
    },
    renameReplyFolder: async (input, { viewer }) => {
      await renameReplyFolder(ctx, viewer, input)
      return { ok: true }
    },
    welcome: async (_, { viewer }) => {
      const [stored] = await ctx.db.select().from(automations).where(ownWelcome(viewer))
      return { enabled: stored?.enabled ?? false, content: stored?.content ?? '' }
    },
    setWelcome: async (input, { viewer }) => {
      const values = { enabled: input.enabled && input.content !== '', content: input.content }
      await ctx.db.transact(async (tx) => {
        await saveWelcome(tx, viewer, values, new Date(ctx.now()))
        await audit(tx, viewer, 'chat.set_welcome')
      })
      return { enabled: values.enabled, content: values.content }
    },
  })

/** The welcome message is an automatic message to new subscribers; what it has beside its words stays (product §66). */
async function saveWelcome(tx: Db, viewer: Viewer, values: { enabled: boolean; content: string }, now: Date) {
  const [before] = await tx.select().from(automations).where(ownWelcome(viewer)).for('update')
  const operatorId = viewer.acting?.operatorId ?? null
  const begin = values.enabled && before?.enabled !== true ? { enabledAt: now, scannedTo: null } : {}
  const set = { ...values, ...begin, operatorId, updatedAt: now }
  if (before) await tx.update(automations).set(set).where(eq(automations.id, before.id))
  else
    await tx.insert(automations).values({
      ...set,
      id: newId(),
      creatorId: viewer.id,
      trigger: 'subscribe',
      perDay: automationsPerDay,
      isWelcome: true,
      createdAt: now,
    })
}
const ownWelcome = (viewer: Viewer) => and(eq(automations.creatorId, viewer.id), eq(automations.isWelcome, true))

/** What is known of a fan; refuses `not_found` for a user who never wrote, followed or subscribed. */
export async function readFan(ctx: Services, viewer: Viewer, fanId: string): Promise<Fan> {
  const [row] = await ctx.db.run(selectFan, { creator: viewer.id, fan: fanId, now: new Date(ctx.now()) })
  if (row === undefined) throw refuse('not_found')
  return {
    user_id: fanId,
    follows_since: row.follows_since?.toISOString() ?? null,
    subscribed_since: row.subscribed_since?.toISOString() ?? null,
    subscribed_until: row.subscribed_until?.toISOString() ?? null,
    is_subscriber: row.is_subscriber === true,
    writes_since: row.writes_since?.toISOString() ?? null,
    spent: readerOf(viewer).seesAmounts ? coinsOf(row.spent_cents) : null,
    note: row.note ?? '',
    lists: row.lists,
  }
}

/** No row for a user who never wrote, followed or subscribed: other users' facts are none of the creator's business. */
const selectFan = statement(
  'chat_fan',
  { creator: uuid, fan: uuid, now: timestamptz },
  {
    follows_since: orNull(timestamptz),
    subscribed_since: orNull(timestamptz),
    subscribed_until: orNull(timestamptz),
    is_subscriber: orNull(bool),
    writes_since: orNull(timestamptz),
    note: orNull(text),
    lists: texts,
    spent_cents: bigint,
  },
  ({ creator, fan, now }) => `
    select f.created_at as follows_since, s.since as subscribed_since, s.active_until as subscribed_until,
      ${subscriptionRuns('s', now)} as is_subscriber,
      c.created_at as writes_since, n.note,
      array(select l.name from fan_list_members m join fan_lists l on l.id = m.list_id
        where m.fan_id = u.id and l.creator_id = ${creator} order by lower(l.name), l.id) as lists,
      coalesce(
        (select s.spent_cents from fan_spending s where s.creator_id = ${creator} and s.fan_id = u.id), 0
      ) as spent_cents
    from users u
    left join follows f on f.follower_id = u.id and f.user_id = ${creator}
    left join subscriptions s on s.fan_id = u.id and s.creator_id = ${creator}
    left join chat_members k on k.user_id = ${creator} and k.other_id = u.id
    left join chat_sessions c on c.id = k.session_id and c.last_seq > 0
    left join fan_notes n on n.creator_id = ${creator} and n.fan_id = u.id
    where u.id = ${fan} and ${notDeleted('u')} and (f.user_id is not null or s.id is not null or k.user_id is not null)`,
)
