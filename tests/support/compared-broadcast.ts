import { and, eq, inArray } from 'drizzle-orm'
import { messages } from '../../api/platform/db/schema/chat.ts'
import { broadcasts } from '../../contract/broadcasts.ts'
import type { Actor, TestApi } from './api.ts'
import { sendBroadcast } from './broadcasts.ts'

/** Two texts for all followers, the better of which goes to the others after two hours. */
export const twoTexts = {
  audience: 'followers',
  content: 'One for {name}',
  second_content: 'Two',
  compare_hours: 2,
} as const

/** What the tests of two compared texts do as the creator who sends them. */
export const comparing = (api: TestApi, creator: () => Actor) => {
  const messagesOf = (id: string) => api.db.select().from(messages).where(eq(messages.broadcastId, id))
  return {
    messagesOf,
    compare: (input = {}) => sendBroadcast(api, creator(), { ...twoTexts, ...input }),
    look: async (id: string) => (await api.call(creator(), broadcasts.get, { id })).data,
    /** Who has which of the two texts. */
    readers: async (id: string) => {
      const all = await messagesOf(id)
      const having = (second: boolean) =>
        all.filter((it) => (it.content === twoTexts.second_content) === second).map((it) => it.receiverId)
      return { first: having(false), second: having(true) }
    },
    openedBy: (id: string, receivers: readonly string[]) =>
      api.db
        .update(messages)
        .set({ readAt: new Date() })
        .where(and(eq(messages.broadcastId, id), inArray(messages.receiverId, [...receivers]))),
  }
}
