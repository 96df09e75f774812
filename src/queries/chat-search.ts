import { messagesPage } from '../../contract/limits.ts'
import { unwrap } from '../lib/refusal.ts'
import { getMessages } from '../server/chat.functions.ts'
import { chatKeys } from './chat-keys.ts'
import { aroundQuery, foundQueryOf, type Place } from './history.ts'
import { loadOnCall } from './server-functions.ts'

const server = loadOnCall(() => import('../server/chat-search.functions.ts'))

/** The messages of the conversation with a user that hold a text. */
export const foundQuery = (userId: string, q: string) =>
  foundQueryOf(chatKeys.found(userId), q, (cursor) =>
    server((api) => api.findMessages({ data: { userId, q, cursor } })),
  )

/** Those around a place in it. */
export const placeQuery = (userId: string, place: Place | null) =>
  aroundQuery(chatKeys.messages(userId), place, (from) =>
    unwrap(getMessages({ data: { userId, ...from, limit: messagesPage } })),
  )
