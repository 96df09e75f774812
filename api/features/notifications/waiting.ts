import type { Services } from '../../platform/services.ts'
import { pushNotification } from './notify.ts'
import { push, severalNews } from './push.ts'
import { takeWaiting, type WaitingRow, waitingAtOnce } from './waiting-statements.ts'

/**
 * Pushes what has waited in quiet hours that are over, and is still unread: one thing as itself, several as one push that
 * says how many. Taking them and pushing are no transaction: like every push they are sent at most once. Chat, which uses
 * notifications itself, gives `pushMessage`.
 */
export async function pushWaiting(ctx: Services, pushMessage: PushWaitingMessage): Promise<void> {
  while (await pushSome(ctx, pushMessage)) {
    // A bounded number at a time.
  }
}

export type PushWaitingMessage = (ctx: Services, message: { id: string; userId: string; tag: string }) => Promise<void>

async function pushSome(ctx: Services, pushMessage: PushWaitingMessage): Promise<boolean> {
  const taken = await ctx.db.run(takeWaiting, { now: new Date(ctx.now()) })
  const unread = taken.filter((row) => row.is_unread && !ctx.live.isOnline(row.user_id))
  const byReader = [...Map.groupBy(unread, (row) => row.user_id).values()]
  await Promise.all(byReader.map((rows) => pushOne(ctx, pushMessage, rows)))
  return taken.length === waitingAtOnce
}

async function pushOne(ctx: Services, pushMessage: PushWaitingMessage, rows: readonly WaitingRow[]): Promise<void> {
  const [row] = rows
  if (row === undefined) return
  const { user_id: userId, thing_id: id, setting: group, tag } = row
  if (rows.length > 1) {
    const isChat = rows.every((it) => it.kind === 'message')
    return push(ctx, userId, group, async (reader) => severalNews(reader, rows.length, isChat), null)
  }
  if (row.kind === 'message') return pushMessage(ctx, { id, userId, tag })
  return pushNotification(ctx, { userId, group, id, tag }, { mayWait: false })
}
