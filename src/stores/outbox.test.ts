import { beforeEach, expect, it, vi } from 'vitest'
import {
  dequeue,
  dropOutbox,
  enqueue,
  type Outgoing,
  openOutbox,
  outgoingOf,
  setFailure,
  useOutbox,
  waitAgain,
  waitingOf,
} from './outbox.ts'

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
const waiting = (owner: string) => waitingOf(owner).map((it) => it.clientId)

let stored: Record<string, string>
let tabs: EventTarget
beforeEach(() => {
  stored = {}
  tabs = new EventTarget()
  // Like a real one: what is stored are its keys.
  const storage = new Proxy(stored, {
    get: (_, name) =>
      ({
        getItem: (key: string) => stored[key] ?? null,
        setItem: (key: string, value: string) => {
          stored[key] = value
        },
        removeItem: (key: string) => {
          delete stored[key]
        },
      })[name as string],
  })
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('addEventListener', tabs.addEventListener.bind(tabs))
  vi.stubGlobal('removeEventListener', tabs.removeEventListener.bind(tabs))
  useOutbox.setState({ owner: null, messages: [] })
})
/** Another page of this browser begins: nothing is known but what is stored. */
const reload = (owner: string) => {
  useOutbox.setState({ owner: null, messages: [] })
  return openOutbox(owner)
}

it('shows an unsent message to its author, and not to the next user on the same page', () => {
  const [toAlice, toBob] = [message('a', 'fiona', 'alice'), message('b', 'fiona', 'bob')]
  enqueue(toAlice)
  enqueue(toBob)
  setFailure(toAlice, 'no network')
  expect(of('fiona', 'alice')).toEqual([['a', 'no network']])
  expect(of('frank', 'alice')).toEqual([])
  expect(of(undefined, 'alice')).toEqual([])
  dequeue(toAlice)
  expect(of('fiona', 'alice')).toEqual([])
})

it('keeps what was written over a reload, in order, and gives it to no other user', () => {
  openOutbox('fiona')
  enqueue({ ...message('a', 'fiona', 'alice'), media: [{ id: 'm', url: '/media/signed' } as { id: string }] })
  enqueue(message('b', 'fiona', 'alice'))
  reload('frank')
  expect(useOutbox.getState().messages).toEqual([])
  reload('fiona')
  expect(waiting('fiona')).toEqual(['a', 'b'])
  // Addresses of media are good for one viewer and a while: none is stored.
  expect(JSON.stringify(stored)).not.toContain('signed')
})

it('stores nothing for a user whose messages are not to stay, and keeps what was written before it opened', () => {
  enqueue(message('a', 'alice', 'fiona'))
  expect(stored).toEqual({})
  openOutbox('alice')
  expect(Object.keys(stored)).toEqual(['chat_outbox:alice'])
})

it('asks what other tabs have sent before it names what waits', () => {
  openOutbox('fiona')
  enqueue(message('a', 'fiona', 'alice'))
  enqueue(message('b', 'fiona', 'alice'))
  stored['chat_outbox:fiona'] = JSON.stringify([message('b', 'fiona', 'alice')])
  expect(waiting('fiona')).toEqual(['b'])
  enqueue(message('c', 'fiona', 'alice'))
  expect(waiting('fiona')).toEqual(['b', 'c'])
  delete stored['chat_outbox:fiona']
  tabs.dispatchEvent(Object.assign(new Event('storage'), { key: 'chat_outbox:fiona' }))
  expect(of('fiona', 'alice')).toEqual([])
})

it('lets those wait again that did not reach the server, and leaves what was refused', () => {
  openOutbox('fiona')
  const [lost, refused] = [message('a', 'fiona', 'alice'), message('b', 'fiona', 'alice')]
  enqueue(lost)
  enqueue(refused)
  setFailure(lost, 'no network', { unreached: true })
  setFailure(refused, 'too long')
  expect(waiting('fiona')).toEqual([])
  waitAgain('fiona')
  expect(waiting('fiona')).toEqual(['a'])
  expect(of('fiona', 'alice')).toEqual([
    ['a', null],
    ['b', 'too long'],
  ])
})

it('survives a damaged store, and leaves nothing at a sign-out', () => {
  stored['chat_outbox:fiona'] = '[{"clientId":1}, null, "x"'
  openOutbox('fiona')
  stored['chat_outbox:fiona'] = '[{"clientId":1}, null, "x"]'
  expect(waiting('fiona')).toEqual([])
  enqueue(message('a', 'fiona', 'alice'))
  stored.other = 'stays'
  dropOutbox()
  expect(stored).toEqual({ other: 'stays' })
  expect(useOutbox.getState().messages).toEqual([])
})
