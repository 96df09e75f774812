import { coinsOf } from '../../../contract/coins.ts'
import type { Media } from '../../../contract/media.ts'
import type { RowOf } from '../../platform/db/statement.ts'
import type { Services } from '../../platform/services.ts'
import { signMediaUrl } from '../../platform/media/signing.ts'
import type { mediaTypes } from './statements.ts'

/** A media as one viewer may see it: what is locked carries no address of its bytes and no word of what it shows, only the safe preview. */
export function presentMedia(ctx: Services, row: MediaRow, seen: Seen): Media {
  const ready = row.state === 'ready'
  return {
    id: row.id,
    type: row.type,
    locked: !seen.allowed,
    price: seen.priceCents === null ? null : coinsOf(seen.priceCents),
    preview: row.preview,
    width: row.width,
    height: row.height,
    duration: row.duration_ms === null ? null : row.duration_ms / 1000,
    url: seen.allowed && ready ? address(ctx, row, seen, row.type === 'IMAGE' ? 'card' : 'full') : null,
    poster: seen.allowed && ready && row.has_poster ? address(ctx, row, seen, 'card') : null,
    description: seen.allowed && ready ? row.description : null,
  }
}

export type Seen = {
  allowed: boolean
  /** What it costs, in cents, whether owned or not; null when it is not sold. */
  priceCents: number | null
  /** Null where the whole world may see it: the address is then public and cacheable. */
  viewerId: string | null
}

function address(ctx: Services, row: MediaRow, seen: Seen, variant: 'card' | 'full'): string {
  return signMediaUrl({ mediaId: row.id, variant, viewerId: seen.viewerId, now: ctx.now(), secret: ctx.env.SECRET })
}

export type MediaRow = RowOf<typeof mediaTypes>
