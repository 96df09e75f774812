export type MediaRefusalReason =
  | 'empty'
  | 'too_many_bytes'
  | 'too_many_pixels'
  | 'too_long'
  | 'too_large_to_open'
  | 'unknown_format'
  | 'unsupported_format'
  | 'markup'
  | 'mixed_content'
  | 'unreadable'
  | 'wrong_kind'

/** An upload that will never become media; `reason` is a stable code that screens translate (safety §19). */
export class MediaRefusalError extends Error {
  readonly reason: MediaRefusalReason

  constructor(reason: MediaRefusalReason, cause?: unknown) {
    super(`media refused: ${reason}`, { cause })
    this.name = 'MediaRefusal'
    this.reason = reason
  }
}
