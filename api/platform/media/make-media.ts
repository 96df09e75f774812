import { fileURLToPath } from 'node:url'
import type { Focal } from '../../../contract/media.ts'
import { answerOfProcess } from './media-process.ts'
import { MediaRefusalError, type MediaRefusalReason } from './media-refusal.ts'

/** What an upload has become: what its row says, and the files that are stored under the names of their variants. */
export type MadeMedia = {
  type: 'IMAGE' | 'VIDEO' | 'SOUND'
  width: number | null
  height: number | null
  /** Whole milliseconds; null for a picture. */
  durationMs: number | null
  preview: string
  /** What of the file is not there although it is ready: `first_frame` of a picture that moved. */
  note: 'first_frame' | null
  /** What one looks at first in a picture; null for films and sounds. */
  focal: Focal | null
  files: { variant: string; path: string; type: string; bytes: number }[]
}

export type MakeMediaAnswer = { made: MadeMedia } | { refused: MediaRefusalReason }

/**
 * Makes a media of the file at `path`, in a process of its own: what a decoder does with a hostile file, its memory and
 * its crash, ends there and not in the API. The files are written to `folder`. Throws MediaRefusal for what will never be
 * a media, also where the process died of it, needed more than 500 MB or longer than an hour.
 */
export async function makeMedia(path: string, folder: string): Promise<MadeMedia> {
  const answer = await answerOfProcess<MakeMediaAnswer>({
    program,
    args: [path, folder],
    stderr: 'inherit',
    mostMs,
    dead: { refused: 'unreadable' },
  })
  if ('refused' in answer) throw new MediaRefusalError(answer.refused)
  return answer.made
}

const program = fileURLToPath(new URL('make-media-process.ts', import.meta.url))
const mostMs = 3_600_000
