import type { HlsVideoAdapter } from '@videojs/spf/hls-video'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { createFilmEngine } from './film-engine.ts'

/** `lines` as a viewer knows them: 480 for 854 × 480 and for 480 × 854. */
type Size = { id: string; lines: number }

/** Seconds without a picture, in which nothing was loaded, after which it has failed. */
const longestStall = 20

/**
 * Plays the playlist at `hls` in a video element, begins at once unless `isPaused`, and changes the size with the connection. Safari plays
 * it by itself and offers no choice. `onFailure` is called once when a part does not come or cannot be played; the
 * element is of no more use then, as the engine lets go of it later. `choose` stays with one size, or with '' lets the
 * connection choose again.
 */
export function useFilmSizes(
  video: RefObject<HTMLVideoElement | null>,
  hls: string,
  onFailure: () => void,
  { isPaused = false } = {},
) {
  const [sizes, setSizes] = useState<Size[]>([])
  const [chosen, setChosen] = useState('')
  const adapter = useRef<HlsVideoAdapter>(null)
  const fail = useRef(onFailure)

  useEffect(() => {
    const element = video.current
    if (!element) return
    if (isSafari()) return playItself(element, hls, fail.current, isPaused)
    const engine = createFilmEngine()
    adapter.current = engine
    const end = () => {
      if (adapter.current !== engine) return false
      adapter.current = null
      watching.abort()
      engine.destroy()
      return true
    }
    const giveUp = () => void (end() && fail.current())
    const readSizes = () =>
      setSizes(
        [...engine.videoRenditions]
          .map(({ id = '', width = 0, height = 0 }) => ({ id, lines: Math.min(width, height) }))
          .sort((a, b) => b.lines - a.lines),
      )
    engine.videoRenditions.addEventListener('addrendition', readSizes)
    engine.addEventListener('error', giveUp)
    const watching = watchForStalls(element, giveUp)
    element.addEventListener('error', giveUp, { signal: watching.signal })
    engine.attach(element)
    // It resolves the addresses of the playlist against this one.
    engine.src = new URL(hls, location.href).href
    // It says nothing of a playlist that does not come.
    fetch(hls).then(({ ok }) => ok || giveUp(), giveUp)
    // A browser that wants another tap first shows its own button.
    if (!isPaused) engine.play().catch(() => undefined)
    return () => void end()
  }, [video, hls, isPaused])

  const choose = (id: string) => {
    const renditions = adapter.current?.videoRenditions
    if (!renditions) return
    renditions.selectedIndex = [...renditions].findIndex((it) => it.id === id)
    setChosen(id)
  }
  return { sizes, chosen, choose }
}

/** Calls `onStall` when it should play, and neither plays nor loads for too long; until it is aborted. */
function watchForStalls(element: HTMLVideoElement, onStall: () => void): AbortController {
  const watching = new AbortController()
  const { signal } = watching
  let timer = 0
  const wait = () => {
    clearTimeout(timer)
    timer = window.setTimeout(() => (element.paused || element.ended ? wait() : onStall()), longestStall * 1000)
  }
  for (const event of ['timeupdate', 'progress', 'playing', 'seeking'])
    element.addEventListener(event, wait, { signal })
  signal.addEventListener('abort', () => clearTimeout(timer))
  wait()
  return watching
}

function playItself(element: HTMLVideoElement, address: string, onError: () => void, isPaused: boolean): () => void {
  element.addEventListener('error', onError, { once: true })
  element.src = address
  if (!isPaused) element.play().catch(() => undefined)
  return () => element.removeEventListener('error', onError)
}

/** Only WebKit has gesture events; its player of playlists is better than any script (Apple's power and AirPlay). */
const isSafari = (): boolean => 'GestureEvent' in globalThis
