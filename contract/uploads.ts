import { creator } from './endpoint.ts'

/** Resumable uploads speak tus 1.0 rather than JSON, so they have an address and an access but no shapes. */
export const uploadPath = '/api/uploads'
export const uploadAccess = creator('can_medias', { verified: true })
/** The answer to the last byte says which private media the upload has become. */
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
