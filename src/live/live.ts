import type { QueryClient } from '@tanstack/react-query'
import type { LiveEvent, LivePayload, LiveType } from '../../contract/live.ts'
import { connectionChanged } from '../stores/connection.ts'
import { watchAppBadge } from './app-badge.ts'
import { applyEvent, opened } from './events.ts'
import { type LiveSocket, type Outgoing, openSocket } from './socket.ts'
import { watchTitle } from './title.ts'

type Listener<T extends LiveType> = (event: LivePayload<T>) => void

let current: LiveSocket | null = null
const openings = new Set<() => void>()
const listeners = new Map<LiveType, Set<Listener<never>>>()

/** Opens the tab's one socket and applies its events to cache, title and favicon. Returns how to close it. */
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
      opened(queryClient)
      unwatch ??= runBoth(watchTitle(queryClient), watchAppBadge(queryClient))
      connectionChanged('open')
      for (const listener of openings) listener()
    },
    onClose: () => connectionChanged('closed'),
    isSeen,
  })
  current = socket
  // When the tab or the network comes back, a dead socket is replaced at once.
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

const runBoth = (first: () => void, second: () => void) => () => {
  first()
  second()
}

const isSeen = () => document.visibilityState === 'visible'

/** Sends a message over the tab's socket, or drops it while there is none, because it is only a hint. */
export function send(message: Outgoing): void {
  current?.send(message)
}

/** Runs whenever the socket opens, for what must be sent first. Returns how to stop. */
export function whenOpen(listener: () => void): () => void {
  openings.add(listener)
  return () => openings.delete(listener)
}

/** Subscribes to one type of event that a screen shows and no cache holds: typing, presence. Returns how to stop. */
export function listen<T extends LiveType>(type: T, listener: Listener<T>): () => void {
  const ofType = listeners.get(type) ?? new Set()
  listeners.set(type, ofType)
  ofType.add(listener as Listener<never>)
  return () => ofType.delete(listener as Listener<never>)
}

function notifyListeners(event: LiveEvent) {
  for (const listener of listeners.get(event.type) ?? []) listener(event as never)
}
