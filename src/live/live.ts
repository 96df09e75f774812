import type { QueryClient } from '@tanstack/react-query'
import type { LiveEvent, LivePayload, LiveType } from '../../contract/live.ts'
import { agencyKeys } from '../queries/agencies.ts'
import { chatKeys } from '../queries/chat-keys.ts'
import { connectionChanged } from '../stores/connection.ts'
import { openSocket, type LiveSocket, type Outgoing } from './socket.ts'
import { applyEvent } from './events.ts'
import { watchTitle } from './title.ts'

type Listener<T extends LiveType> = (event: LivePayload<T>) => void

let current: LiveSocket | null = null
const openings = new Set<() => void>()
const listeners = new Map<LiveType, Set<Listener<never>>>()

/** Opens the tab's one socket and keeps cache, title and favicon at what it tells. Answers how to end it. */
export function startLive(queryClient: QueryClient): () => void {
  let unwatch: (() => void) | undefined
  const url = `${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}/ws`
  const socket = openSocket({
    url,
    onEvent: (event) => {
      applyEvent(queryClient, event)
      notifyListeners(event)
    },
    onOpen: () => {
      // What came between the rendering of the page and this moment was told to nobody here.
      for (const queryKey of [chatKeys.all, agencyKeys.access])
        void queryClient.invalidateQueries({ queryKey, refetchType: 'active' })
      unwatch ??= watchTitle(queryClient)
      connectionChanged('open')
      for (const listener of openings) listener()
    },
    onClose: () => connectionChanged('closed'),
    isSeen,
  })
  current = socket
  // Whoever comes back, to the tab or to the network, is not kept waiting, nor by a line that only looks open.
  const checkSocket = () => isSeen() && socket.check()
  document.addEventListener('visibilitychange', checkSocket)
  addEventListener('online', checkSocket)
  return () => {
    document.removeEventListener('visibilitychange', checkSocket)
    removeEventListener('online', checkSocket)
    socket.close()
    unwatch?.()
    if (current === socket) current = null
  }
}

const isSeen = () => document.visibilityState === 'visible'

/** Says something over the tab's socket; while there is none it is not said, because it is only a hint. */
export function send(message: Outgoing): void {
  current?.send(message)
}

/** Runs whenever the socket opens, for what has to be said as soon as it can be. Answers how to stop. */
export function whenOpen(listener: () => void): () => void {
  openings.add(listener)
  return () => openings.delete(listener)
}

/** Hears one type of event, for what a screen shows and no cache keeps: typing, presence. Answers how to stop. */
export function listen<T extends LiveType>(type: T, listener: Listener<T>): () => void {
  const ofType = listeners.get(type) ?? new Set()
  listeners.set(type, ofType)
  ofType.add(listener as Listener<never>)
  return () => ofType.delete(listener as Listener<never>)
}

function notifyListeners(event: LiveEvent) {
  for (const listener of listeners.get(event.type) ?? []) listener(event as never)
}
