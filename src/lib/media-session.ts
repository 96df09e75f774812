/** What the lock screen, a headset and the keys of a keyboard show and do with what plays now. */
type NowPlaying = {
  title: string
  /** Whose it is. */
  artist?: string
  picture?: string | null
  onNext?: (() => void) | undefined
  onPrevious?: (() => void) | undefined
}

/** How many seconds one skips at once. */
export const skipSeconds = 10

/** Shows `playing` on the lock screen and connects its buttons with the element that plays it. */
export function showNowPlaying(element: HTMLMediaElement, playing: NowPlaying): void {
  const session = sessionOf()
  if (!session) return
  const { title, artist = '', picture, onNext, onPrevious } = playing
  session.metadata = new MediaMetadata({ title, artist, ...(picture && { artwork: [{ src: picture }] }) })
  const by = (seconds: number) => () => seekBy(element, seconds)
  handle(session, 'play', () => void element.play().catch(() => undefined))
  handle(session, 'pause', () => element.pause())
  handle(session, 'seekbackward', by(-skipSeconds))
  handle(session, 'seekforward', by(skipSeconds))
  handle(session, 'seekto', ({ seekTime = 0 }) => {
    element.currentTime = seekTime
  })
  handle(session, 'nexttrack', onNext ?? null)
  handle(session, 'previoustrack', onPrevious ?? null)
}

/** Says where it is, so that the lock screen moves its own bar. */
export function showPosition({ duration, currentTime, playbackRate }: HTMLMediaElement): void {
  if (!Number.isFinite(duration) || duration <= 0) return
  sessionOf()?.setPositionState?.({ duration, playbackRate, position: Math.min(currentTime, duration) })
}

/** Nothing plays any more. */
export function clearNowPlaying(): void {
  const session = sessionOf()
  if (!session) return
  session.metadata = null
  for (const action of actions) handle(session, action, null)
}

/** Moves within what is there. */
export function seekBy(element: HTMLMediaElement, seconds: number): void {
  const end = Number.isFinite(element.duration) ? element.duration : Number.POSITIVE_INFINITY
  element.currentTime = Math.max(0, Math.min(end, element.currentTime + seconds))
}

const actions = ['play', 'pause', 'seekbackward', 'seekforward', 'seekto', 'nexttrack', 'previoustrack'] as const

const sessionOf = (): MediaSession | null => ('mediaSession' in navigator ? navigator.mediaSession : null)

function handle(session: MediaSession, action: MediaSessionAction, handler: MediaSessionActionHandler | null): void {
  try {
    session.setActionHandler(action, handler)
  } catch {
    // A browser that does not know the action has no button for it.
  }
}
