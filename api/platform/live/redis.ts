import { Redis } from 'ioredis'
import { log, reasonOf } from '../log.ts'

/**
 * Pub/sub between the nodes: one connection publishes, one subscribes. A node publishes to itself twice a second, so
 * that a server that hangs counts as down too; `onBack` is called when it answers again.
 */
export function openRedis(
  url: string,
  { onMessage, onBack }: { onMessage: (channel: string, text: string) => void; onBack: () => void },
): PubSub {
  const options = {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    retryStrategy: (tries: number) => Math.min(100 * tries, 1000),
    connectTimeout: 2000,
  }
  // What waits for a server that hangs would otherwise grow until it answers; the nodes read recorded events meanwhile.
  const publisher = new Redis(url, { ...options, enableAutoPipelining: true, socketTimeout: silentMs })
  // Channels are subscribed again below: the driver's own way ends the process when the connection breaks meanwhile.
  const subscriber = new Redis(url, { ...options, enableOfflineQueue: true, autoResubscribe: false })
  const ownChannel = `${prefix}beat:${process.pid}:${Math.random().toString(36).slice(2)}`
  let lastBeat = 0
  let isDown = true
  let isClosed = false

  for (const connection of [publisher, subscriber]) {
    connection.on('error', (error: Error) => warn(error))
    connection.on('close', () => onLost())
  }
  subscriber.on('message', (channel: string, text: string) => {
    if (channel !== ownChannel) return onMessage(channel.slice(prefix.length), text)
    lastBeat = Date.now()
    if (!isDown) return
    isDown = false
    onBack()
  })
  const channels = new Set([ownChannel])
  // Whichever connection is ready last sends a beat at once.
  const sendBeat = () => void publisher.publish(ownChannel, '').catch(() => undefined)
  publisher.on('ready', sendBeat)
  subscriber.on('ready', () => subscribe([...channels], sendBeat))
  function subscribe(names: readonly string[], then: () => void = () => undefined): void {
    for (let at = 0; at < names.length; at += 1_000)
      void subscriber.subscribe(...names.slice(at, at + 1_000)).then(then, () => undefined)
  }
  const beat = setInterval(() => {
    if (!isDown && Date.now() - lastBeat > silentMs) onLost()
    sendBeat()
  }, beatMs)
  beat.unref()

  function onLost(): void {
    if (isDown || isClosed) return
    isDown = true
    log.warn('redis is down: the nodes read recorded events instead')
  }
  let warnedAt = 0
  function warn(error: Error): void {
    if (Date.now() - warnedAt < 10_000) return
    warnedAt = Date.now()
    log.warn('redis', { error: reasonOf(error) })
  }

  return {
    publish: (channel, text) => void publisher.publish(prefix + channel, text).catch(() => undefined),
    subscribe: (channel) => {
      channels.add(prefix + channel)
      if (subscriber.status === 'ready') subscribe([prefix + channel])
    },
    unsubscribe: (channel) => {
      channels.delete(prefix + channel)
      if (subscriber.status === 'ready') void subscriber.unsubscribe(prefix + channel).catch(() => undefined)
    },
    isDown: () => isDown,
    close: () => {
      isClosed = true
      clearInterval(beat)
      publisher.disconnect()
      subscriber.disconnect()
    },
  }
}

export type PubSub = {
  publish(channel: string, text: string): void
  subscribe(channel: string): void
  unsubscribe(channel: string): void
  isDown(): boolean
  close(): void
}

const prefix = 'fanfare:'
const beatMs = 500
const silentMs = 2_000
