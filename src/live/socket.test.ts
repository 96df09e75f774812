import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type LiveSocket, openSocket } from './socket.ts'

class FakeSocket {
  static readonly OPEN = 1
  static readonly all: FakeSocket[] = []
  readyState = 0
  sent: unknown[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  constructor() {
    FakeSocket.all.push(this)
  }
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  close() {
    this.readyState = 3
  }
  open() {
    this.readyState = 1
    this.onopen?.()
  }
  receive(event: object) {
    this.onmessage?.({ data: JSON.stringify(event) })
  }
  cut(code = 1006) {
    this.readyState = 3
    this.onclose?.({ code })
  }
}

let socket: LiveSocket
let isSeen = true
const received: string[] = []
const latest = () => FakeSocket.all.at(-1) as FakeSocket
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  FakeSocket.all.length = 0
  received.length = 0
  isSeen = true
  socket = openSocket({
    url: 'ws://x',
    onEvent: ({ id }) => received.push(id),
    onOpen: () => undefined,
    wait: () => 30_000,
    isSeen: () => isSeen,
  })
  latest().open()
})
afterEach(() => {
  socket.close()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('reconnects at once when checked, before its next try', () => {
  latest().cut()
  expect(FakeSocket.all).toHaveLength(1)
  socket.check()
  expect(FakeSocket.all).toHaveLength(2)
  latest().open()
  vi.advanceTimersByTime(60_000)
  expect(FakeSocket.all).toHaveLength(2)
})

it('replaces a socket that does not answer, and asks the new one for missed events', () => {
  latest().receive({ id: 'one', type: 'read' })
  vi.advanceTimersByTime(60_000)
  socket.check()
  expect(latest().sent).toEqual([{ type: 'resume', after: 'one' }])
  vi.advanceTimersByTime(5_000)
  expect(FakeSocket.all).toHaveLength(2)
  latest().open()
  expect(latest().sent).toEqual([{ type: 'resume', after: 'one' }])
  FakeSocket.all[0]?.receive({ id: 'late', type: 'read' })
  expect(received).toEqual(['one'])
})

it('keeps a socket that answers, and does not check one with a recent event', () => {
  latest().receive({ id: 'one', type: 'read' })
  socket.check()
  expect(latest().sent).toEqual([])
  vi.advanceTimersByTime(60_000)
  socket.check()
  latest().receive({ id: 'two', type: 'resumed', complete: true })
  vi.advanceTimersByTime(60_000)
  expect(FakeSocket.all).toHaveLength(1)
})

it('as the oldest of too many tabs, reconnects later while visible, else once visible', () => {
  latest().cut(1008)
  vi.advanceTimersByTime(29_000)
  expect(FakeSocket.all).toHaveLength(1)
  vi.advanceTimersByTime(1_000)
  expect(FakeSocket.all).toHaveLength(2)
  latest().open()
  expect(latest().sent).toEqual([{ type: 'resume', after: null }])
  isSeen = false
  latest().cut(1008)
  vi.advanceTimersByTime(600_000)
  expect(FakeSocket.all).toHaveLength(2)
  socket.check()
  expect(FakeSocket.all).toHaveLength(3)
})

it('stays closed after a final close code', () => {
  latest().cut(4001)
  socket.check()
  vi.advanceTimersByTime(60_000)
  expect(FakeSocket.all).toHaveLength(1)
})
