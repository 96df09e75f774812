import { expect, test } from 'vitest'
import { type Unread, unreadTitle } from './unread-title.ts'

const conversation = (
  other_username: string,
  unread_count: number,
  last_message_at: string | null,
  muted = false,
): Unread => ({ other_username, unread_count, last_message_at, muted })
const [early, late] = ['2026-11-20T10:00:00.000Z', '2026-11-20T11:00:00.000Z']

test.each<[string, Unread[], boolean, string | null]>([
  ['no conversations', [], true, null],
  ['nothing unread', [conversation('alice', 0, late)], true, null],
  ['one unread', [conversation('alice', 1, late)], true, '(1) @alice'],
  ['several unread in one', [conversation('alice', 3, late)], true, '(3) @alice'],
  [
    'the most recent unread one is named',
    [conversation('alice', 1, early), conversation('bob', 2, late)],
    true,
    '(3) @bob',
  ],
  ['whatever the order of the list', [conversation('bob', 2, late), conversation('alice', 1, early)], true, '(3) @bob'],
  [
    'a more recent one that is read is not named',
    [conversation('alice', 1, early), conversation('bob', 0, late)],
    true,
    '(1) @alice',
  ],
  [
    'muted ones neither count nor name',
    [conversation('alice', 1, early), conversation('bob', 5, late, true)],
    true,
    '(1) @alice',
  ],
  ['only muted ones', [conversation('bob', 5, late, true)], true, null],
  ['app message notifications are off', [conversation('alice', 1, late)], false, null],
  [
    'a conversation without a time counts, and is named last',
    [conversation('alice', 1, null), conversation('bob', 1, early)],
    true,
    '(2) @bob',
  ],
])('%s', (_, conversations, isOn, expected) => {
  expect(unreadTitle(conversations, isOn)).toBe(expected)
})
