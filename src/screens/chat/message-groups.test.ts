import { expect, it } from 'vitest'
import type { Message } from '../../../contract/chat.ts'
import { placeMessages } from './message-groups.ts'

type Written = Partial<Pick<Message, 'type' | 'author'>> & { by?: 'mina' | 'fiona'; at: Date }

const minutes = (n: number) => new Date(2026, 2, 3, 12, n)

it.each<[string, Written, Written, boolean]>([
  ['within minutes', { at: minutes(0) }, { at: minutes(4) }, true],
  ['five minutes apart', { at: minutes(0) }, { at: minutes(5) }, false],
  ['by two people', { at: minutes(0) }, { at: minutes(1), by: 'fiona' }, false],
  ['by the team, then in person', { at: minutes(0), author: 'team' }, { at: minutes(1), author: 'creator' }, false],
  ['by the team', { at: minutes(0), author: 'team' }, { at: minutes(1), author: 'team' }, true],
  ['a text, then a picture', { at: minutes(0) }, { at: minutes(1), type: 'media' }, true],
  ['a text, then a tip', { at: minutes(0) }, { at: minutes(1), type: 'tip' }, false],
  ['a tip, then a text', { at: minutes(0), type: 'tip' }, { at: minutes(1) }, false],
  ['around midnight', { at: new Date(2026, 2, 3, 23, 59) }, { at: new Date(2026, 2, 4, 0, 1) }, false],
])('%s: one group is %4$s', (_, before, after, isOne) => {
  const [last, first] = placeMessages([toMessage(after), toMessage(before)], false)
  expect([first?.isFirst, last?.isLast]).toEqual([true, true])
  expect([first?.isLast, last?.isFirst]).toEqual([!isOne, !isOne])
})

it('begins a day with its first message, and with the oldest one only if there are none before', () => {
  const days = [new Date(2026, 2, 4, 9), new Date(2026, 2, 4, 8), new Date(2026, 2, 3, 8)].map((at) =>
    toMessage({ at }),
  )
  const newDays = (hasMore: boolean) => placeMessages(days, hasMore).map((it) => it.isNewDay)
  expect(newDays(false)).toEqual([false, true, true])
  expect(newDays(true)).toEqual([false, true, false])
})

const toMessage = ({ by = 'mina', at, type = 'text', author = null }: Written) =>
  ({ sender: { id: by, username: by }, created_at: at.toISOString(), type, author }) as Message
