import { coinsOf } from '../../../contract/coins.ts'
import { pictureBounds } from '../../../contract/limits.ts'
import type { Media } from '../../../contract/media.ts'
import type { RowOf } from '../../platform/db/statement.ts'
import { captionsIn, filmList, soundName, stripName } from '../../platform/media/film-sizes.ts'
import { downloadVariant } from '../../platform/media/image.ts'
import { signMediaUrl } from '../../platform/media/signing.ts'
import type { Services } from '../../platform/services.ts'
import type { mediaTypes } from './statements.ts'

/** A media as one viewer may see it. A locked one has no address and no description, only the blurred preview. */
export function presentMedia(ctx: Services, row: MediaRow, access: ViewerAccess): Media {
  const isOpen = access.allowed && row.state === 'ready'
  const isPicture = row.type === 'IMAGE'
  const isLarge = Math.max(row.width ?? 0, row.height ?? 0) > pictureBounds.card
  return {
    id: row.id,
    type: row.type,
    locked: !access.allowed,
    price: access.priceCents === null ? null : coinsOf(access.priceCents),
    preview: row.preview,
    width: row.width,
    height: row.height,
    duration: row.duration_ms === null ? null : row.duration_ms / 1000,
    url: isOpen ? address(ctx, row, access, playedVariant(row)) : null,
    small: isOpen && isPicture ? address(ctx, row, access, 'small') : null,
    full: isOpen && isPicture && isLarge ? address(ctx, row, access, 'full') : null,
    download: isOpen && row.is_downloadable ? address(ctx, row, access, downloadVariant) : null,
    hls: isOpen && row.type === 'VIDEO' && row.has_sizes ? address(ctx, row, access, filmList) : null,
    strip: isOpen && row.strip ? { url: address(ctx, row, access, stripName), ...row.strip } : null,
    poster: isOpen && row.has_poster ? address(ctx, row, access, 'card') : null,
    focal: isOpen ? row.focal : null,
    description: isOpen ? row.description : null,
    waveform: isOpen ? row.waveform : null,
    captions: isOpen
      ? row.captions.map((language) => ({
          language,
          url: address(ctx, row, access, captionsIn(language)),
          by_machine: row.machine_captions.includes(language),
        }))
      : [],
  }
}

export type ViewerAccess = {
  allowed: boolean
  /** The price in cents, also for a viewer who owns the media; null when it is not sold. */
  priceCents: number | null
  /** Null where visitors may see the media: the address is then public and cacheable. */
  viewerId: string | null
}

/** What is shown or played first. A sound is heard as AAC once it is made, and as it was uploaded before. */
function playedVariant(row: MediaRow) {
  if (row.type === 'IMAGE') return 'card'
  return row.type === 'SOUND' && row.has_sizes ? soundName : 'full'
}

function address(
  ctx: Services,
  row: MediaRow,
  access: ViewerAccess,
  variant:
    | 'small'
    | 'card'
    | 'full'
    | typeof downloadVariant
    | typeof filmList
    | typeof soundName
    | typeof stripName
    | `captions-${string}`,
): string {
  return signMediaUrl({ mediaId: row.id, variant, viewerId: access.viewerId, now: ctx.now(), secret: ctx.env.SECRET })
}

export type MediaRow = RowOf<typeof mediaTypes>
