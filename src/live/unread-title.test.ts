import { expect, test } from 'vitest'
import { unreadTitle } from './unread-title.ts'

test.each([
  ['nothing unread', 0, null, true, null],
  ['one unread message', 1, 'alice', true, '(1) @alice'],
  ['several, the most recent from bob', 3, 'bob', true, '(3) @bob'],
  ['several, while the API is asked whose is the most recent', 3, null, true, '(3)'],
  ['app message notifications are off', 1, 'alice', false, null],
])('%s', (_, messages, latest_username, app, expected) => {
  const settings = { chat_access_policy: 'SUBSCRIBERS', notifications: { messages: { app } } } as const
  expect(unreadTitle({ unread_chat: { messages, latest_username }, settings })).toBe(expected)
})
