import * as v from 'valibot'
import { creator, endpoint } from './endpoint.ts'
import { captionFileLength, captionLength, cuesPerMedia } from './limits.ts'
import { done, id, text } from './shapes.ts'

/** A language as browsers name it, in small letters: `en`, `pt-br`, `zh-hant`. */
const captionLanguage = v.pipe(
  v.string(),
  v.maxLength(20),
  v.toLowerCase(),
  v.regex(/^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,2}$/, 'not a language'),
)

/** A day, in seconds; no media is longer. */
const second = v.pipe(v.number(), v.minValue(0), v.maxValue(86_400))

/** What is said from second `start` to second `end`, in plain text of one or several lines. */
const cueShape = v.pipe(
  v.object({ start: second, end: second, text: text(captionLength, 1) }),
  v.check(({ start, end }) => end > start, 'ends before it starts'),
)
export type Cue = v.InferOutput<typeof cueShape>

const path = '/api/private-medias/{id}/captions/{language}'
const whose = { id, language: captionLanguage }

export const captions = {
  get: endpoint({
    method: 'GET',
    path,
    access: creator('can_medias'),
    input: v.object(whose),
    output: v.object({ cues: v.array(cueShape) }),
    errors: ['not_found'],
    summary: 'The captions of a film or a sound in one language, by time; for their owner to change.',
  }),
  save: endpoint({
    method: 'PUT',
    path,
    access: creator('can_medias'),
    input: v.pipe(
      v.object({
        ...whose,
        cues: v.optional(v.pipe(v.array(cueShape), v.minLength(1), v.maxLength(cuesPerMedia))),
        /** The text of a WebVTT or SubRip file, instead of `cues`. */
        file: v.optional(v.pipe(v.string(), v.maxLength(captionFileLength))),
      }),
      v.check(({ cues, file }) => (cues === undefined) !== (file === undefined), 'either cues or a file'),
    ),
    fansRead: ['cues', 'file'],
    output: v.object({ cues: v.array(cueShape) }),
    errors: ['not_found', 'unreadable_captions'],
    summary: 'Save the captions of a film or a sound in one language; what was there is replaced.',
  }),
  remove: endpoint({
    method: 'DELETE',
    path,
    access: creator('can_medias'),
    input: v.object(whose),
    output: done,
    errors: ['not_found'],
    summary: 'Remove the captions in one language.',
  }),
}
