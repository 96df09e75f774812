import type { KeyboardEvent } from 'react'
import { seekBy, skipSeconds } from '../lib/media-session.ts'
import { showCaptions } from './use-player.ts'

/** Plays on, or pauses. */
export function togglePlay(video: HTMLVideoElement): void {
  if (video.paused) void video.play().catch(() => undefined)
  else video.pause()
}

/** Fills the screen with the film and its controls; an iPhone, which fills it only with a film, shows its own. */
export function toggleFullscreen(around: HTMLElement, video: HTMLVideoElement): void {
  if (document.fullscreenElement) return void document.exitFullscreen()
  if ('requestFullscreen' in around) return void around.requestFullscreen().catch(() => undefined)
  ;(video as HTMLVideoElement & { webkitEnterFullscreen?: () => void }).webkitEnterFullscreen?.()
}

/** The captions that are shown, or none; `first` where none were before. */
function toggleCaptions(video: HTMLVideoElement): void {
  const tracks = [...video.textTracks]
  const isShown = tracks.some((it) => it.mode === 'showing')
  showCaptions(video, isShown ? '' : (tracks[0]?.language ?? ''))
}

/**
 * The keys of a player, as they are elsewhere: space and K, J and L, the arrows, M, F and C. What they do goes no further,
 * because the page around it has keys of its own.
 */
export function onFilmKey(event: KeyboardEvent<HTMLElement>, video: HTMLVideoElement | null): void {
  if (!video || event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLSelectElement) return
  const act = acts[event.key.toLowerCase()]
  const isPress = event.key === ' ' && event.target instanceof HTMLButtonElement
  if (!act || isPress) return
  event.preventDefault()
  event.stopPropagation()
  act(video, event.currentTarget)
}

const acts: Record<string, (video: HTMLVideoElement, around: HTMLElement) => void> = {
  ' ': togglePlay,
  k: togglePlay,
  j: (video) => seekBy(video, -skipSeconds),
  l: (video) => seekBy(video, skipSeconds),
  arrowleft: (video) => seekBy(video, -skipSeconds / 2),
  arrowright: (video) => seekBy(video, skipSeconds / 2),
  arrowup: (video) => changeVolume(video, 0.1),
  arrowdown: (video) => changeVolume(video, -0.1),
  m: (video) => {
    video.muted = !video.muted
  },
  f: (video, around) => toggleFullscreen(around, video),
  c: toggleCaptions,
}

function changeVolume(video: HTMLVideoElement, by: number): void {
  video.volume = Math.max(0, Math.min(1, video.volume + by))
  video.muted = false
}
