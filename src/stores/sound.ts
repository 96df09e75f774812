import { create } from 'zustand'
import { clearNowPlaying, showNowPlaying, showPosition } from '../lib/media-session.ts'
import { pauseOthers, savedPosition, savedSpeed, savePosition, saveSpeed } from '../lib/playing.ts'

/** A sound that can be played. */
export type Track = {
  id: string
  url: string
  title: string
  /** Whose it is. */
  by: string
  /** In seconds. */
  duration: number
  /** The page on which it was started. */
  page: string
  /** It ends with the page that shows it, such as a recording that is not sent yet. */
  isLocal: boolean
}

type Sound = {
  track: Track | null
  /** What is played one after the other, `track` among them. */
  list: readonly Track[]
  isPlaying: boolean
  /** In seconds. */
  at: number
  length: number
  speed: number
  hasFailed: boolean
}

const nothing: Sound = { track: null, list: [], isPlaying: false, at: 0, length: 0, speed: 1, hasFailed: false }

/** The sound that plays, on whichever page one is: one element plays all of them. */
export const useSound = create<Sound>(() => nothing)

/** Plays a track from where it was left, or from `at` seconds; call it in the handler of a click, as browsers demand. */
export function playSound(track: Track, list: readonly Track[] = [track], at = savedPosition(track.id)): void {
  const player = element()
  const isNew = useSound.getState().track?.id !== track.id
  const speed = savedSpeed('sound')
  useSound.setState({ track, list, speed, hasFailed: false, ...(isNew && { at, length: track.duration }) })
  if (isNew) load(player, track.url, at)
  else player.currentTime = at
  player.playbackRate = speed
  start(player)
}

/** Plays on, or pauses. */
export function toggleSound(): void {
  const { track, hasFailed } = useSound.getState()
  if (!track) return
  const player = element()
  if (hasFailed) renewSound(track.url)
  else if (player.paused) start(player)
  else player.pause()
}

export function seekSound(seconds: number): void {
  element().currentTime = seconds
  useSound.setState({ at: seconds })
}

export function setSoundSpeed(speed: number): void {
  element().playbackRate = speed
  saveSpeed('sound', speed)
  useSound.setState({ speed })
}

/** The track before or after the present one in its list; null at its ends. */
export function neighbour({ track, list }: Pick<Sound, 'track' | 'list'>, step: 1 | -1): Track | null {
  const at = list.findIndex((it) => it.id === track?.id)
  return (at >= 0 && list[at + step]) || null
}

export function playNeighbour(step: 1 | -1): void {
  const state = useSound.getState()
  const next = neighbour(state, step)
  if (next) playSound(next, state.list)
}

/** Goes on where it was, at a newly signed address. */
export function renewSound(url: string): void {
  const { track, at } = useSound.getState()
  if (!track) return
  const player = element()
  useSound.setState({ track: { ...track, url }, hasFailed: false })
  load(player, url, at)
  player.playbackRate = useSound.getState().speed
  start(player)
}

/** Ends it, and forgets what it was. */
export function closeSound(): void {
  if (!useSound.getState().track) return
  const player = element()
  player.pause()
  player.removeAttribute('src')
  player.load()
  useSound.setState(nothing)
  clearNowPlaying()
}

/** The element that plays, for the transcript. */
export const soundElement = (): HTMLAudioElement => element()

let made: HTMLAudioElement | null = null

/** Made in the first click; it is part of the page, as others are that are paused when another plays. */
function element(): HTMLAudioElement {
  if (made) return made
  const player = document.createElement('audio')
  player.dataset.sound = ''
  player.preload = 'auto'
  const set = (state: Partial<Sound>) => useSound.getState().track && useSound.setState(state)
  const showTime = () => {
    const { track } = useSound.getState()
    // An element that loads again is at zero until it knows the sound.
    if (!track || player.seeking || player.readyState === HTMLMediaElement.HAVE_NOTHING) return
    set({ at: player.currentTime })
    if (!track.isLocal) savePosition(track.id, player)
  }
  player.addEventListener('play', () => set({ isPlaying: true }))
  player.addEventListener('pause', () => set({ isPlaying: false }))
  player.addEventListener('timeupdate', showTime)
  for (const event of ['loadedmetadata', 'ratechange', 'seeked'])
    player.addEventListener(event, () => showPosition(player))
  player.addEventListener('loadedmetadata', () => Number.isFinite(player.duration) && set({ length: player.duration }))
  player.addEventListener('error', () => player.src && set({ hasFailed: true, isPlaying: false }))
  player.addEventListener('ended', () => playNeighbour(1))
  document.body.append(player)
  made = player
  return player
}

/** Begins at `at`, as soon as the length of the sound is known. */
function load(player: HTMLAudioElement, url: string, at: number): void {
  player.src = url
  const seek = () => {
    if (at > 0) player.currentTime = at
  }
  player.addEventListener('loadedmetadata', seek, { once: true })
}

function start(player: HTMLAudioElement): void {
  pauseOthers(player)
  // A browser that wants another tap first leaves it paused; what cannot be loaded is an `error` of the element.
  void player.play().catch(() => undefined)
  const state = useSound.getState()
  if (!state.track) return
  const [next, previous] = [neighbour(state, 1), neighbour(state, -1)]
  showNowPlaying(player, {
    title: state.track.title,
    artist: state.track.by,
    onNext: next ? () => playNeighbour(1) : undefined,
    onPrevious: previous ? () => playNeighbour(-1) : undefined,
  })
}
