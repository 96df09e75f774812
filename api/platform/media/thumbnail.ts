import type { Media } from '../../../contract/media.ts'
import type { Thumbnail } from '../../../contract/notifications.ts'

/** A small picture of a media: none of one that the viewer has not opened. */
export const thumbnailOf = ({ type, locked, small, poster, preview }: Media): Thumbnail => ({
  type,
  locked,
  picture: small ?? poster,
  preview,
})
