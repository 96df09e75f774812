import { enqueueDue } from '../../api/features/broadcasts/deliver.ts'
import { newId } from '../../api/platform/db/ids.ts'
import { users } from '../../api/platform/db/schema/identity.ts'
import { follows } from '../../api/platform/db/schema/users.ts'
import { broadcasts } from '../../contract/broadcasts.ts'
import { chat } from '../../contract/chat.ts'
import type { Actor, TestApi } from './api.ts'

/** Sends a broadcast and runs the jobs that deliver it; answers its id. */
export async function sendBroadcast(
  api: TestApi,
  creator: Actor,
  input: Parameters<typeof api.call<typeof broadcasts.send>>[2],
): Promise<string> {
  const { id } = (await api.call(creator, broadcasts.send, input)).data
  await api.runJobs()
  return id
}

/** Enqueues what is due, as the job of every minute does, and runs the jobs. */
export async function sendDue(api: TestApi): Promise<void> {
  await enqueueDue(api.ctx)
  await api.runJobs()
}

/** The texts of the messages that a user has in the conversation with another, newest first. */
export const readTexts = async (api: TestApi, reader: Actor, other: Actor): Promise<string[]> =>
  (await api.call(reader, chat.messages, { userId: other.id })).data.data.map(({ content }) => content)

/** Adds followers who have no session of their own; answers their ids. */
export async function addFollowers(api: TestApi, creator: Actor, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId())
  const codes = ids.map((id) => ({ id, code: id.replaceAll('-', '').slice(-16) }))
  await api.db
    .insert(users)
    .values(
      codes.map(({ id, code }) => ({ id, email: `${id}@example.test`, username: `f${code}`, referralCode: code })),
    )
  await api.db.insert(follows).values(ids.map((followerId) => ({ followerId, userId: creator.id })))
  return ids
}

/** Sends what is due when so many hours have passed. */
export async function sendAfter(api: TestApi, hours: number): Promise<void> {
  api.turnClock(hours * 3_600_000)
  await enqueueDue(api.ctx)
  // With those that were held for ten seconds.
  await api.runJobs({ early: true }).finally(() => api.turnClock(-hours * 3_600_000))
}
