import * as v from 'valibot'
import { contentHashPattern } from './content-hash.ts'
import { creator, endpoint, user } from './endpoint.ts'
import { directPartBytes, uploadBytes } from './limits.ts'
import { id, time } from './shapes.ts'

/** Who may upload into a vault. */
export const uploadAccess = creator('can_medias', { verified: true })
/** Resumable uploads use tus 1.0 instead of JSON, so they have a path and an access but no shapes. */
export const uploadPath = '/api/uploads'
/** Who may call it: what a creator uploads is the vault's; a fan's upload is for one creator who takes it (product §73). */
export const tusAccess = user('can_medias', { verified: true })
/** In the metadata of a fan's upload: the id of that creator. */
export const onlyForKey = 'only_for'
/** The header of the last response with the id of the private media. */
export const mediaIdHeader = 'Media-Id'

/** Why an upload did not become media (`reason` of a failed private media). */
const mediaReasons = [
  'empty',
  'too_many_bytes',
  'too_many_pixels',
  'too_long',
  'too_large_to_open',
  'unknown_format',
  'unsupported_format',
  'markup',
  'mixed_content',
  'unreadable',
  'wrong_kind',
  'lost',
] as const
export type MediaReason = (typeof mediaReasons)[number]
/** What of a file is not there although it is ready: a picture that moved shows its first frame. */
export type MediaNote = 'first_frame'

const contentHash = v.pipe(v.string(), v.regex(contentHashPattern))
const bytes = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(uploadBytes))
const partBytes = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(directPartBytes))
/** Where a browser puts the bytes from `position` on, by one PUT. */
const nextPart = v.object({ name: v.string(), url: v.string(), position: v.number(), bytes: v.number() })

export const uploads = {
  usage: endpoint({
    method: 'GET',
    path: '/api/vault-usage',
    access: creator('can_medias'),
    input: v.object({}),
    output: v.object({ used: v.number(), limit: v.number() }),
    errors: [],
    summary: 'The bytes that the creator keeps, with those of unfinished uploads, and how many they may keep.',
  }),
  duplicate: endpoint({
    method: 'GET',
    path: '/api/vault-duplicates/{content_hash}',
    access: creator('can_medias'),
    input: v.object({ content_hash: contentHash }),
    output: v.object({
      media: v.nullable(v.object({ id: v.string(), name: v.nullable(v.string()), created_at: time })),
    }),
    errors: [],
    summary: "The media of the creator's own vault that was made of the same file, or null.",
  }),
  beginDirect: endpoint({
    method: 'POST',
    path: '/api/direct-uploads',
    access: uploadAccess,
    input: v.object({
      name: v.optional(v.nullable(v.string())),
      size: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER)),
      content_hash: v.optional(contentHash),
    }),
    output: v.object({ id: v.nullable(v.string()), next: v.nullable(nextPart) }),
    errors: ['too_large', 'rate_limited', 'quota_full'],
    summary: 'Begin an upload straight into the media store; the id is null where only tus is there.',
  }),
  addDirectPart: endpoint({
    method: 'POST',
    path: '/api/direct-uploads/{id}/parts',
    access: uploadAccess,
    input: v.object({
      id,
      part: v.optional(
        v.object({ name: v.pipe(v.string(), v.regex(/^part-[0-9a-f]{16}$/)), position: bytes, bytes: partBytes }),
      ),
    }),
    output: v.object({ received: v.number(), media_id: v.nullable(v.string()), next: v.nullable(nextPart) }),
    errors: ['not_found'],
    summary: 'Add a part that is in the media store to its upload, and get the address of the next one.',
  }),
}
