import { Redis } from 'ioredis'

/**
 * What joins the nodes: one connection that says and one that hears. That it works is proved by hearing oneself, so a hung
 * server counts as gone too, and finding it again is told.
 */
export function openRedis(
  url: string,
  on: { heard: (channel: string, text: string) => void; back: () => void },
): PubSub {
  const options = {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    retryStrategy: (tries: number) => Math.min(100 * tries, 1000),
    connectTimeout: 2000,
  }
  const mouth = new Redis(url, { ...options, enableAutoPipelining: true })
  // It subscribes anew by itself below: the driver's own way of doing so ends the process when the line breaks meanwhile.
  const ear = new Redis(url, { ...options, enableOfflineQueue: true, autoResubscribe: false })
  const self = `${prefix}beat:${process.pid}:${Math.random().toString(36).slice(2)}`
  let heardSelf = 0
  let gone = true
  let closed = false

  for (const connection of [mouth, ear]) {
    connection.on('error', (error: Error) => warn(error))
    connection.on('close', () => lost())
  }
  ear.on('message', (channel: string, text: string) => {
    if (channel !== self) return on.heard(channel.slice(prefix.length), text)
    heardSelf = Date.now()
    if (!gone) return
    gone = false
    on.back()
  })
  const heardOn = new Set([self])
  // Whichever connection is ready last lets the node hear itself at once, and not at the next beat.
  const speak = () => void mouth.publish(self, '').catch(() => undefined)
  mouth.on('ready', speak)
  ear.on('ready', () => subscribe([...heardOn], speak))
  function subscribe(channels: readonly string[], then: () => void = () => undefined): void {
    for (let at = 0; at < channels.length; at += 1_000)
      void ear.subscribe(...channels.slice(at, at + 1_000)).then(then, () => undefined)
  }
  const beat = setInterval(() => {
    if (!gone && Date.now() - heardSelf > silentMs) lost()
    speak()
  }, beatMs)
  beat.unref()

  function lost(): void {
    if (gone || closed) return
    gone = true
    console.warn('redis is away: the nodes read what was recorded instead')
  }
  let warned = 0
  function warn(error: Error): void {
    if (Date.now() - warned < 10_000) return
    warned = Date.now()
    console.warn(`redis: ${error.message || error.name}`)
  }

  return {
    publish: (channel, text) => void mouth.publish(prefix + channel, text).catch(() => undefined),
    subscribe: (channel) => {
      heardOn.add(prefix + channel)
      if (ear.status === 'ready') subscribe([prefix + channel])
    },
    unsubscribe: (channel) => {
      heardOn.delete(prefix + channel)
      if (ear.status === 'ready') void ear.unsubscribe(prefix + channel).catch(() => undefined)
    },
    close: () => {
      closed = true
      clearInterval(beat)
      mouth.disconnect()
      ear.disconnect()
    },
  }
}

export type PubSub = {
  publish(channel: string, text: string): void
  subscribe(channel: string): void
  unsubscribe(channel: string): void
  close(): void
}

const prefix = 'fanfare:'
const beatMs = 500
const silentMs = 2_000
