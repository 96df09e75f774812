import { enqueueDue } from '../../api/features/broadcasts/deliver.ts'
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
