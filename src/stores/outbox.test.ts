import { beforeEach, expect, it } from 'vitest'
import { dequeue, enqueue, type Outgoing, outgoingOf, setFailure, useOutbox } from './outbox.ts'

const message = (clientId: string, senderId: string, receiverId: string): Outgoing => ({
  clientId,
  senderId,
  receiverId,
  content: clientId,
  replyTo: null,
  media: [],
  previewIds: [],
  price: null,
  at: '2026-11-21T10:00:00.000Z',
  failure: null,
})
const of = (from: string | undefined, to: string) =>
  outgoingOf(useOutbox.getState().messages, { from, to }).map((it) => [it.clientId, it.failure])
beforeEach(() => useOutbox.setState({ messages: [] }))

it('shows an unsent message to its author, and not to the next user on the same page', () => {
  enqueue(message('a', 'fiona', 'alice'))
  enqueue(message('b', 'fiona', 'bob'))
  setFailure('a', 'no network')
  expect(of('fiona', 'alice')).toEqual([['a', 'no network']])
  expect(of('frank', 'alice')).toEqual([])
  expect(of(undefined, 'alice')).toEqual([])
  dequeue('a')
  expect(of('fiona', 'alice')).toEqual([])
})
