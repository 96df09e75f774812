import { type RefObject, useEffect, useState } from 'react'

/** What the controls of a player show. */
export type PlayerState = {
  isPaused: boolean
  /** It should play and cannot yet. */
  isWaiting: boolean
  isMuted: boolean
  /** In seconds. */
  at: number
  length: number
  /** The language of the captions that are shown; '' without. */
  captions: string
}

const first: PlayerState = { isPaused: true, isWaiting: true, isMuted: false, at: 0, length: 0, captions: '' }

const events = [
  ...['play', 'pause', 'timeupdate', 'seeking', 'seeked', 'waiting', 'playing', 'canplay', 'ended'],
  ...['durationchange', 'loadedmetadata', 'volumechange'],
]

/** Follows a media element. */
export function usePlayer(player: RefObject<HTMLMediaElement | null>): PlayerState {
  const [state, setState] = useState(first)
  useEffect(() => {
    const element = player.current
    if (!element) return
    const ending = new AbortController()
    const read = () => setState(stateOf(element))
    for (const event of events) element.addEventListener(event, read, { signal: ending.signal })
    element.textTracks.addEventListener('change', read, { signal: ending.signal })
    read()
    return () => ending.abort()
  }, [player])
  return state
}

const stateOf = (element: HTMLMediaElement): PlayerState => ({
  isPaused: element.paused,
  isWaiting: !element.paused && element.readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
  isMuted: element.muted || element.volume === 0,
  at: element.currentTime,
  length: Number.isFinite(element.duration) ? element.duration : 0,
  captions: [...element.textTracks].find((it) => it.mode === 'showing')?.language ?? '',
})

/** Shows the captions in a language, or none for ''. */
export function showCaptions(element: HTMLMediaElement, language: string): void {
  for (const it of element.textTracks) {
    if (it.language === language) it.mode = 'showing'
    else if (it.mode === 'showing') it.mode = 'hidden'
  }
}
