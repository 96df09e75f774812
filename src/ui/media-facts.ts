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
 * The shape of a tile before its bytes arrive, so that nothing moves: never taller than 5:4 upright, nor flatter than
 * 2:1.
 */
export function mediaRatio({ type, width, height }: Pick<Media, 'type' | 'width' | 'height'>): number {
  if (type === 'SOUND') return 3
  if (!width || !height) return 1
  return Math.min(2, Math.max(0.8, width / height))
}
