import { EventEmitter } from 'node:events'
import { expect, it, vi } from 'vitest'
import { closeCodes } from '../../../contract/live.ts'
import type { Services } from '../services.ts'
import type { Viewer } from '../http/viewer.ts'
import type { Subscriber } from './live.ts'
import { openSocket } from './socket.ts'

it('a socket that has too much to hear at once is asked to come back, not shown out', () => {
  const close = vi.fn()
  const ws = Object.assign(new EventEmitter(), { OPEN: 1, readyState: 1, close, send: () => undefined })
  let ear: Subscriber | undefined
  const listen = (it: Subscriber) => {
    ear = it
    return () => undefined
  }
  const ctx = { live: { subscribe: listen }, db: { run: () => new Promise(() => undefined) } } as unknown as Services
  const parts = { readViewer: async () => ({ viewer: null, ended: false }), features: [] }
  openSocket(ws as never, { id: 'a', sessionId: 's', acting: null } as Viewer, '', ctx, parts)
  for (let at = 0; at <= 2_000; at++) ear?.catchUp([])
  expect(close).toHaveBeenCalledWith(closeCodes.restart, 'too slow')
})
