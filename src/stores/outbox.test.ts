import { beforeEach, expect, it } from 'vitest'
import { notSent, type Outgoing, outgoingOf, queued, settled, useOutbox } from './outbox.ts'

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

it('shows what was not sent to who wrote it, and to nobody who signs in on the same page after', () => {
  queued(message('a', 'fiona', 'alice'))
  queued(message('b', 'fiona', 'bob'))
  notSent('a', 'no network')
  expect(of('fiona', 'alice')).toEqual([['a', 'no network']])
  expect(of('frank', 'alice')).toEqual([])
  expect(of(undefined, 'alice')).toEqual([])
  settled('a')
  expect(of('fiona', 'alice')).toEqual([])
})
