import { coinsOf } from '../../../contract/coins.ts'
import type { Media } from '../../../contract/media.ts'
import type { RowOf } from '../../platform/db/statement.ts'
import { signMediaUrl } from '../../platform/media/signing.ts'
import type { Services } from '../../platform/services.ts'
import type { mediaTypes } from './statements.ts'

/** A media as one viewer may see it. A locked one has no address and no description, only the blurred preview. */
export function presentMedia(ctx: Services, row: MediaRow, access: ViewerAccess): Media {
  const ready = row.state === 'ready'
  return {
    id: row.id,
    type: row.type,
    locked: !access.allowed,
    price: access.priceCents === null ? null : coinsOf(access.priceCents),
    preview: row.preview,
    width: row.width,
    height: row.height,
    duration: row.duration_ms === null ? null : row.duration_ms / 1000,
    url: access.allowed && ready ? address(ctx, row, access, row.type === 'IMAGE' ? 'card' : 'full') : null,
    poster: access.allowed && ready && row.has_poster ? address(ctx, row, access, 'card') : null,
    description: access.allowed && ready ? row.description : null,
  }
}

export type ViewerAccess = {
  allowed: boolean
  /** The price in cents, also for a viewer who owns the media; null when it is not sold. */
  priceCents: number | null
  /** Null where visitors may see the media: the address is then public and cacheable. */
  viewerId: string | null
}

function address(ctx: Services, row: MediaRow, access: ViewerAccess, variant: 'card' | 'full'): string {
  return signMediaUrl({ mediaId: row.id, variant, viewerId: access.viewerId, now: ctx.now(), secret: ctx.env.SECRET })
}

export type MediaRow = RowOf<typeof mediaTypes>
