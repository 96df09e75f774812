import type { Rendition, SoundRendition } from './film-sizes.ts'

/** The content type of every playlist. */
export const playlistType = 'application/vnd.apple.mpegurl'

/**
 * The list of the sizes of a film, each with the address of its playlist. The smallest comes first, where players
 * begin that know nothing of the connection yet.
 */
export function mainPlaylist(
  sizes: readonly Rendition[],
  sound: SoundRendition | null,
  addressOf: (name: string) => string,
): string {
  const group = sound === null ? '' : ',AUDIO="sound"'
  const lines = sizes
    .toSorted((a, b) => a.height - b.height)
    .flatMap((size) => [
      `#EXT-X-STREAM-INF:BANDWIDTH=${size.bandwidth + (sound?.bandwidth ?? 0)}` +
        `,AVERAGE-BANDWIDTH=${size.average + (sound?.average ?? 0)}` +
        `,CODECS="${[size.codecs, ...(sound === null ? [] : [sound.codecs])].join(',')}"` +
        `,RESOLUTION=${size.width}x${size.height}${group}`,
      addressOf(size.name),
    ])
  const media =
    sound === null
      ? []
      : [
          `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="sound",DEFAULT=YES,AUTOSELECT=YES,URI="${addressOf(sound.name)}"`,
        ]
  return `${['#EXTM3U', '#EXT-X-VERSION:6', '#EXT-X-INDEPENDENT-SEGMENTS', ...media, ...lines].join('\n')}\n`
}

/** A stored playlist with the address of its file for one viewer in the place of the file's name. */
export function addressed(playlist: string, name: string, address: string): string {
  return playlist
    .split('\n')
    .map((line) => (line === name ? address : line.replace(`URI="${name}"`, `URI="${address}"`)))
    .join('\n')
}

/** Where the parts of a stored file lie: its head first, which has no length in time, then each part in its order. */
export function partsIn(playlist: string): FilmPart[] {
  const parts: FilmPart[] = []
  let [seconds, at] = [0, 0]
  for (const line of playlist.split('\n')) {
    seconds = Number(/^#EXTINF:([\d.]+)/.exec(line)?.[1] ?? seconds)
    const [, head, bytes, from] = /^#EXT-X-(?:(MAP):.*)?BYTERANGE[:=]"?(\d+)@(\d+)/.exec(line) ?? []
    if (from === undefined) continue
    const start = Number(from)
    parts.push({ start, end: start + Number(bytes) - 1, at, seconds: head ? 0 : seconds })
    at += head ? 0 : seconds
  }
  return parts
}

/** Bytes `start` to `end`, both included, which play from `at` for so many seconds. */
export type FilmPart = { start: number; end: number; at: number; seconds: number }

/** Whether one player can go from the parts of one playlist to those of the other: they lie at the same times. */
export const haveSameTimes = (one: readonly FilmPart[], other: readonly FilmPart[]): boolean =>
  one.length === other.length && one.every((it, n) => it.seconds === other[n]?.seconds)

/** A stored playlist with an address for each part instead of ranges of one file; `addressOf` gets 0 for the head. */
export function addressedByPart(playlist: string, name: string, addressOf: (part: number) => string): string {
  let part = 0
  return playlist
    .split('\n')
    .filter((line) => !line.startsWith('#EXT-X-BYTERANGE:'))
    .map((line) => {
      if (line.startsWith('#EXT-X-MAP:')) return `#EXT-X-MAP:URI="${addressOf(0)}"`
      return line === name ? addressOf(++part) : line
    })
    .join('\n')
}

/** What a line of `#EXT-X-STREAM-INF` says of a size. */
export function factsOf(mainPlaylist: string): Omit<Rendition, 'name'> {
  const found = (name: string) =>
    new RegExp(`[:,]${name}=(?:"([^"]*)"|([^,\\n]*))`).exec(mainPlaylist)?.slice(1).find(Boolean)
  const [width = 0, height = 0] = (found('RESOLUTION') ?? '').split('x').map(Number)
  const bandwidth = Number(found('BANDWIDTH'))
  return {
    width,
    height,
    bandwidth,
    average: Number(found('AVERAGE-BANDWIDTH')) || bandwidth,
    codecs: found('CODECS') ?? '',
  }
}
