import { fileURLToPath } from 'node:url'
import { answerOfProcess } from './media-process.ts'

export type JoinAnswer = { isJoined: true } | { failed: string }

/**
 * Writes the tracks of these files, one each, into one MP4 at `path`, in a process of its own. Nothing is encoded, so an
 * hour takes seconds.
 */
export const joinFilm = (files: readonly string[], path: string): Promise<JoinAnswer> =>
  answerOfProcess<JoinAnswer>({
    program: fileURLToPath(new URL('join-film-process.ts', import.meta.url)),
    args: [path, ...files],
    stderr: 'ignore',
    mostMs: 600_000,
    dead: { failed: 'its process died' },
  })
