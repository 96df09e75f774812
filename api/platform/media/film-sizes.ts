/** A size of a film that is made beside the upload: the shorter side in pixels, and the bits per second it may take. */
export type FilmSize = { side: number; bitrate: number }

/** 480 first, which every phone and most connections can play at once; then what saves and what needs bandwidth. */
const sizes: readonly FilmSize[] = [
  { side: 480, bitrate: 1_100_000 },
  { side: 240, bitrate: 350_000 },
  { side: 720, bitrate: 2_500_000 },
  { side: 1080, bitrate: 4_800_000 },
]

/**
 * The sizes to make of a film, in this order: none larger than the film itself, and none with more bits than the film
 * has for its whole picture. A film smaller than all of them keeps its own size.
 */
export function sizesOf(film: { width: number; height: number; bitrate: number }): FilmSize[] {
  const shorter = Math.min(film.width, film.height)
  const bounded = (size: FilmSize) => ({ ...size, bitrate: Math.round(Math.min(size.bitrate, film.bitrate)) })
  const smaller = sizes.filter(({ side }) => side <= shorter)
  if (smaller.length > 0) return smaller.map(bounded)
  return [bounded({ side: shorter - (shorter % 2), bitrate: 350_000 })]
}

/**
 * How long a part of a film is, in seconds: short enough to change the size soon, long enough that a film of two hours has
 * 1,800 of them. A film of less than four minutes has shorter ones, because each says one bit of whose copy it is; in one
 * of less than 40 seconds they would say too little either way.
 */
export function partSecondsOf(seconds: number): number {
  return seconds < 40 ? mostPartSeconds : Math.max(1, Math.min(mostPartSeconds, Math.floor(seconds / 64)))
}
export const mostPartSeconds = 4

/** The name under which a size is stored: one file, of which its playlist names the ranges. */
export const nameOfSize = (side: number): string => `v${side}`
/** The shorter side of a stored size, by its name. */
export const sideOf = (name: string): number => Number(/^v(\d+)/.exec(name)?.[1])
/** The name of a size that was made again in two copies; its own, so that who plays the one from before can go on. */
export const remadeNameOf = (name: string): string => `${name}r`
/** The name of the second copy of a size, of which viewers get parts (docs/decisions/traceable-copies.md). */
export const secondCopyOf = (name: string): string => `${name}b`
/** Whether a variant is a second copy or its playlist, which no viewer gets as a whole. */
export const isSecondCopy = (variant: string): boolean => /^v\d{2,4}r?b(?:-list)?$/.test(variant)
/** The name of a part of a size: 0 is its head, which both copies share, and 1 is the first one with frames. */
export const nameOfPart = (name: string, part: number): string => `${name}-p${part}`
/** Which part of which size a variant is; null for any other variant. */
export function partIn(variant: string): { name: string; part: number } | null {
  const [, name, part] = /^(v\d{2,4}r?)-p(0|[1-9]\d{0,4})$/.exec(variant) ?? []
  return name === undefined ? null : { name, part: Number(part) }
}
/** The variant by which a recording of a film is found. */
export const printName = 'print'
export const soundName = 'sound'
/** The variant that lists the sizes of a film. */
export const filmList = 'film-list'
/** The playlist of a stored size or of the sound, which is kept beside it and rewritten for each viewer. */
export const playlistOf = (name: string): string => `${name}-list`

/** The name whose playlist this variant is; null for any other variant. */
export const listedBy = (variant: string): string | null => /^(v\d{2,4}r?|sound)-list$/.exec(variant)?.[1] ?? null
/** The variant with frames of a film side by side. */
export const stripName = 'strip'
/** The variant of the captions in a language. */
export const captionsIn = (language: string): `captions-${string}` => `captions-${language}`

/** Whether a player fetches this variant while it plays: captions, frames, the playlists of a film and their files. */
export const isFilmVariant = (variant: string): boolean =>
  variant === filmList ||
  variant === stripName ||
  /^(?:v\d{2,4}r?|sound)(?:-list)?$|^captions-/.test(variant) ||
  partIn(variant) !== null

/** A size that is ready, as its row says. */
export type Rendition = {
  name: string
  width: number
  height: number
  /** Bits per second: at the most, and on average. */
  bandwidth: number
  average: number
  /** As HLS names it, `avc1.64001f`. */
  codecs: string
  /** Whether its second copy is there; missing in a size from before there were two. */
  isMarked?: boolean
}
/** The sound that goes with every size, null for a silent film; or a sound of its own as AAC, which has no sizes. */
export type SoundRendition = Pick<Rendition, 'name' | 'bandwidth' | 'average' | 'codecs'>

/** Frames of a film in one picture, row by row: how many, in how many columns, their size, and the seconds between two. */
export type Strip = { count: number; columns: number; width: number; height: number; seconds: number }

/** `strip` is there once it is drawn. */
export type Renditions = { sizes: Rendition[]; sound: SoundRendition | null; strip?: Strip }

/** How far the sizes of a film are. */
export type Making = {
  /** From 0 to 1. */
  part: number
  /** Null until enough was made to tell. */
  secondsLeft: number | null
}
