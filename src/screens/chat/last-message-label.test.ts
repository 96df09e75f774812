import { expect, it } from 'vitest'
import { lastMessageLabel } from './last-message-label.ts'

it.each([
  ['none', 'Hello', 'Hello'],
  [null, 'Hello', 'Hello'],
  ['none', null, 'Message deleted'],
  ['tip', '', 'Tip'],
  ['image', 'Look', 'Photo · Look'],
] as const)('names a last message of type %s with the words %s: %s', (last_message_type, last_message, label) => {
  expect(lastMessageLabel({ last_message, last_message_type })).toBe(label)
})
