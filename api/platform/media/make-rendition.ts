import { fileURLToPath } from 'node:url'
import type { FilmMark } from '../marks/film-mark.ts'
import type { Rendition, SoundRendition, Strip } from './film-sizes.ts'
import { answerOfProcess } from './media-process.ts'

/** What to make: one size of the picture, the sound of a film, a sound of its own, or a frame that stands for the film. */
export type RenditionOrder =
  | { kind: 'size'; name: string; side: number; bitrate: number; mark?: FilmMark }
  | { kind: 'sound'; name: string }
  | { kind: 'track'; name: string }
  | { kind: 'poster'; name: string; seconds?: number }
  | { kind: 'strip'; name: string }
type MadeRendition = Rendition & { bytes: number }
export type RenditionAnswer =
  | { made: MadeRendition }
  | { isSilent: true }
  | { isDrawn: true }
  | { strip: Strip }
  /** A sound of its own: null where it could be measured and not encoded. */
  | { track: SoundRendition | null; waveform: number[] }
  | { failed: string }

/**
 * Makes one size of the film at `path`, or its sound, in a process of its own with at most 500 MB: a file `<name>` in
 * `folder` in parts of four seconds, and `<name>-list`, the playlist that says where they are. A poster is a JPEG
 * `<name>` and answers `isDrawn`, a strip a WebP, and a sound of its own one file of AAC; sound is brought to the same
 * loudness everywhere. A film without sound answers `isSilent`. `onProgress` is called now and then with the part that is
 * made. A size with a mark needs the key of marks. Answers why where it cannot be done, which is so for every film where the
 * codecs are not installed.
 */
export const makeRendition = (
  path: string,
  folder: string,
  order: RenditionOrder,
  { onProgress, markKey, isLate = false }: RenditionOptions = {},
): Promise<RenditionAnswer> =>
  answerOfProcess<RenditionAnswer>({
    program,
    args: [path, folder, JSON.stringify(order)],
    env: {
      // Threads that free each other's frames keep 50 MB more without it.
      MALLOC_ARENA_MAX: '2',
      // Large frames leave holes: 330 instead of 390 MB for 40 s of 1080p on a busy machine, for a twentieth of the time.
      MALLOC_MMAP_THRESHOLD_: '1048576',
      // Arguments are shown to everyone on the machine, so the key is none of them.
      ...(markKey && { MARK_KEY: Buffer.from(markKey).toString('base64') }),
    },
    stderr: 'ignore',
    mostMs,
    dead: { failed: 'its process died' },
    // Another film plays sooner than this one is traceable.
    priority: isLate || (order.kind === 'size' && order.mark?.copy === 'b') ? 19 : 10,
    onProgress,
  })

type RenditionOptions = {
  onProgress?: (part: number) => void
  markKey?: Uint8Array
  /** Whether everything else on the machine comes first. */
  isLate?: boolean
}

const program = fileURLToPath(new URL('make-rendition-process.ts', import.meta.url))
/** A film of two hours in its largest size, on two slow cores. */
const mostMs = 6 * 3_600_000
