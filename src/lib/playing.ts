/** One film or sound plays at a time: what is told to play ends the others. */
export function pauseOthers(playing: HTMLMediaElement): void {
  for (const it of document.querySelectorAll<HTMLMediaElement>('audio, video')) if (it !== playing) it.pause()
}

const keyOf = (id: string) => `film-position ${id}`

/** Remembers for this tab how far a media was played, in seconds; not the first moments, and not the last ones. */
export function savePosition(id: string, { currentTime, duration }: HTMLMediaElement): void {
  try {
    if (currentTime > 5 && currentTime < duration - 10) sessionStorage.setItem(keyOf(id), String(currentTime))
    else sessionStorage.removeItem(keyOf(id))
  } catch {
    // A browser without storage begins at the start.
  }
}

/** How far it was played, in seconds; 0 at the start. */
export function savedPosition(id: string): number {
  try {
    return Number(sessionStorage.getItem(keyOf(id))) || 0
  } catch {
    return 0
  }
}

/** The speeds to choose from, 1 being that of the recording. */
export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2]

type Kind = 'film' | 'sound'
const speedKey = (kind: Kind) => `${kind}_speed`

/** The speed that was chosen last for films, or for sounds. */
export function savedSpeed(kind: Kind): number {
  try {
    const saved = Number(localStorage.getItem(speedKey(kind)))
    return speeds.includes(saved) ? saved : 1
  } catch {
    return 1
  }
}

export function saveSpeed(kind: Kind, speed: number): void {
  try {
    localStorage.setItem(speedKey(kind), String(speed))
  } catch {
    // A browser without storage plays the next one at the speed of the recording.
  }
}
