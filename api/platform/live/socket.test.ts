import { EventEmitter } from 'node:events'
import { expect, it, vi } from 'vitest'
import { closeCodes } from '../../../contract/live.ts'
import type { Viewer } from '../http/viewer.ts'
import type { Services } from '../services.ts'
import type { Subscriber } from './live.ts'
import { openSocket } from './socket.ts'

it('closes a socket with too many waiting events with the code that asks it to reconnect', () => {
  const close = vi.fn()
  const ws = Object.assign(new EventEmitter(), { OPEN: 1, readyState: 1, close, send: () => undefined })
  let subscriber: Subscriber | undefined
  const subscribe = (it: Subscriber) => {
    subscriber = it
    return () => undefined
  }
  const ctx = { live: { subscribe }, db: { run: () => new Promise(() => undefined) } } as unknown as Services
  const parts = { readViewer: async () => ({ viewer: null, ended: false }), features: [] }
  openSocket(ws as never, { id: 'a', sessionId: 's', acting: null } as Viewer, '', ctx, parts)
  for (let at = 0; at <= 2_000; at++) subscriber?.catchUp([])
  expect(close).toHaveBeenCalledWith(closeCodes.restart, 'too slow')
})
