import { pictureBounds } from '../../contract/limits.ts'
import type { Media } from '../../contract/media.ts'
import { m } from '../paraglide/messages.js'

/** What a media is, in one word of the viewer's language. */
export function mediaKind(type: Media['type']): string {
  return { IMAGE: m.ui_photo, VIDEO: m.ui_video, SOUND: m.ui_sound }[type]()
}

/** The facts of a media without showing it: kind, then length or size in pixels. */
export function mediaFacts({
  type,
  duration,
  width,
  height,
}: Pick<Media, 'type' | 'duration' | 'width' | 'height'>): string {
  const measure = duration !== null ? clock(duration) : width && height ? `${width} × ${height}` : null
  return [mediaKind(type), measure].filter(Boolean).join(' · ')
}

/** What is in several media without showing it: how many of each kind, then how long they last. */
export function setFacts(media: readonly Pick<Media, 'type' | 'duration'>[]): string {
  const count = (type: Media['type']) => media.filter((it) => it.type === type).length
  const seconds = media.reduce((sum, it) => sum + (it.duration ?? 0), 0)
  const kinds = kindFacts({ photos: count('IMAGE'), videos: count('VIDEO'), sounds: count('SOUND') }).join(', ')
  return seconds > 0 ? `${kinds} · ${clock(seconds)}` : kinds
}

/** The kinds of which there are some, each with its number. */
export const kindFacts = ({ photos, videos, sounds }: Record<'photos' | 'videos' | 'sounds', number>): string[] => [
  ...(photos ? [m.ui_photos({ count: photos })] : []),
  ...(videos ? [m.ui_videos({ count: videos })] : []),
  ...(sounds ? [m.ui_sounds({ count: sounds })] : []),
]

/** The alternative text of a media: its creator's description, or else its facts. */
export function mediaDescription(media: Pick<Media, 'description' | 'type' | 'duration' | 'width' | 'height'>): string {
  return media.description === null ? mediaFacts(media) : `${mediaKind(media.type)}: ${media.description}`
}

/** Seconds as a clock: `0:07`, `3:25`, `1:02:09`. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const parts = [Math.floor(whole / 60) % 60, whole % 60]
  const hours = Math.floor(whole / 3_600)
  const [minutes, rest] = parts as [number, number]
  const tail = String(rest).padStart(2, '0')
  return hours ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`
}

/**
 * The shape of a tile before its bytes arrive, so that nothing moves: its own between 9:16 upright and 2:1.
 */
export function mediaRatio({ type, width, height }: Pick<Media, 'type' | 'width' | 'height'>): number {
  if (type === 'SOUND') return 3
  if (!width || !height) return 1
  return Math.min(2, Math.max(9 / 16, width / height))
}

/**
 * The part of a picture that shows in a tile of this shape, as CSS `object-position`: its focal point is in the middle, as
 * far as the picture goes.
 */
export function cropPosition({ focal, width, height }: Pick<Media, 'focal' | 'width' | 'height'>, ratio: number) {
  if (focal === null || !width || !height) return undefined
  const own = width / height
  const offset = (at: number, visible: number) =>
    visible >= 1 ? 50 : Math.round(Math.min(1, Math.max(0, (at / 100 - visible / 2) / (1 - visible))) * 100)
  return `${offset(focal.x, ratio / own)}% ${offset(focal.y, own / ratio)}%`
}

/** A tile of this shape that is never taller than the screen: an upright one is narrower instead. */
export const wholeOnScreen = (ratio: number) => ({ aspectRatio: ratio, maxWidth: `calc(85svh * ${ratio.toFixed(4)})` })

/** The sizes of a picture from which the browser takes what a list needs; in full it is for the lightbox. */
export function sourcesOf({ type, small, url, width, height }: Media, square: boolean) {
  if (type !== 'IMAGE' || small === null || url === null || !width || !height) return {}
  const wide = (bound: number) => Math.round(width * Math.min(1, bound / Math.max(width, height)))
  return {
    srcSet: `${small} ${wide(pictureBounds.small)}w, ${url} ${wide(pictureBounds.card)}w`,
    sizes: square ? '(min-width: 40rem) 18rem, 50vw' : '(min-width: 40rem) 36rem, 100vw',
  }
}
