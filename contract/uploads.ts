import { creator } from './endpoint.ts'

/** Resumable uploads use tus 1.0 instead of JSON, so they have a path and an access but no shapes. */
export const uploadPath = '/api/uploads'
export const uploadAccess = creator('can_medias', { verified: true })
/** The header of the last response with the id of the private media. */
export const mediaIdHeader = 'Media-Id'

/** Why an upload did not become media (`reason` of a failed private media). */
const mediaReasons = [
  'empty',
  'too_many_bytes',
  'too_many_pixels',
  'too_long',
  'unknown_format',
  'unsupported_format',
  'markup',
  'mixed_content',
  'unreadable',
  'wrong_kind',
  'lost',
] as const
export type MediaReason = (typeof mediaReasons)[number]
