import { useEffect, useRef, useState } from 'react'
import type { Media } from '../../contract/media.ts'
import { captionsName } from './captions-name.ts'

/**
 * The captions of the film or sound around it, in the menu of the browser's player. The language that was chosen last is
 * shown with the next film too.
 */
export function CaptionTracks({ captions }: { captions: Media['captions'] }) {
  // Addresses that are signed again while it plays would load the captions again.
  const [tracks] = useState(captions)
  const first = useRef<HTMLTrackElement>(null)
  useEffect(() => {
    const player = first.current?.parentElement
    if (player instanceof HTMLMediaElement) return rememberLanguage(player)
  }, [])
  return tracks.map((track, at) => (
    <track
      key={track.language}
      {...(at === 0 && { ref: first })}
      kind="captions"
      src={track.url}
      srcLang={track.language}
      label={captionsName(track)}
    />
  ))
}

function rememberLanguage(player: HTMLMediaElement): () => void {
  const ending = new AbortController()
  const tracks = () => [...player.textTracks].filter((it) => it.kind === 'captions')
  const show = () => {
    const wanted = lastLanguage()
    for (const it of tracks()) if (it.language === wanted) it.mode = 'showing'
    // Only now is a change the viewer's own.
    player.textTracks.addEventListener('change', save, { signal: ending.signal })
  }
  const save = () => rememberLast(tracks().find((it) => it.mode === 'showing')?.language ?? '')
  if (player.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) show()
  else player.addEventListener('loadeddata', show, { once: true, signal: ending.signal })
  return () => ending.abort()
}

const key = 'captions_language'

function lastLanguage(): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

function rememberLast(language: string): void {
  try {
    localStorage.setItem(key, language)
  } catch {
    // A browser without storage shows no captions until they are chosen.
  }
}
