import type { PrivateMedia } from '../../../contract/media.ts'
import { signMediaUrl } from '../../platform/media/signing.ts'
import type { Services } from '../../platform/services.ts'
import type { VaultRow } from './vault-statements.ts'
import { presentMedia } from './views.ts'

/** A media as its owner sees it. */
export function presentVaultMedia(ctx: Services, ownerId: string, row: VaultRow): PrivateMedia {
  const hasThumb = row.state === 'ready' && (row.type === 'IMAGE' || row.has_poster)
  return {
    // The owner may download everything.
    ...presentMedia(ctx, { ...row, is_downloadable: true }, { allowed: true, priceCents: null, viewerId: ownerId }),
    state: row.state,
    reason: row.reason,
    name: row.name,
    description: row.description,
    folder: row.folder,
    tags: row.tags,
    may_download: row.may_download,
    thumb: hasThumb
      ? signMediaUrl({ mediaId: row.id, variant: 'thumb', viewerId: ownerId, now: ctx.now(), secret: ctx.env.SECRET })
      : null,
    for_fan: row.for_fan,
    making: row.making && { part: row.making.part, seconds_left: row.making.secondsLeft },
    poster_at: row.poster_at_ms === null ? null : row.poster_at_ms / 1000,
    used_in: { posts: row.in_posts, messages: row.in_messages },
    is_public: row.is_public,
    is_sold: row.is_sold,
    created_at: row.created_at.toISOString(),
  }
}
