import { expect, it } from 'vitest'
import type { Message } from '../../contract/chat.ts'
import { lastMessageType } from './last-message-type.ts'

it.each([
  ['tip', [], 'tip'],
  ['text', [], 'none'],
  ['media', ['IMAGE', 'VIDEO'], 'image'],
  ['media', ['VIDEO'], 'video'],
  ['broadcast', ['SOUND'], 'audio'],
  ['broadcast', [], 'none'],
] as const)('a message of type %s with %o is %s', (type, kinds, expected) => {
  const media = kinds.map((it) => ({ type: it })) as unknown as Message['media']
  expect(lastMessageType({ type, media })).toBe(expected)
})
