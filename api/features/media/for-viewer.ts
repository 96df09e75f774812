import type { PrivateMedia } from '../../../contract/media.ts'
import { mayView } from '../../../contract/policy/content.ts'
import {
  blockBetween,
  hasBoughtPost,
  isArchived,
  isFollowing,
  isPublished,
  isSubscribed,
  ownsMedia,
} from '../../platform/db/rules.ts'
import { bool, json, orNull, type RowOf, statement, timestamptz, uuid } from '../../platform/db/statement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { vaultColumns, vaultTypes } from './vault-statements.ts'
import { presentVaultMedia } from './vault-views.ts'
import { presentMedia } from './views.ts'

/**
 * One media as the viewer may see it: with the vault's columns for its owner, open or locked for a viewer to whom a
 * post, a message or a profile shows it, and `not_found` for everyone else.
 */
export async function getMediaForViewer(ctx: Services, viewerId: string | null, id: string): Promise<PrivateMedia> {
  const [row] = await ctx.db.run(readForViewer, { viewer: viewerId, id, now: new Date(ctx.now()) })
  if (row === undefined) throw refuse('not_found')
  if (row.owner_id === viewerId) {
    if (row.deleted) throw refuse('not_found')
    return presentVaultMedia(ctx, viewerId, row)
  }
  const verdicts = row.places.map((place) => ({ place, ...mayView(contentFacts(viewerId, row, place)) }))
  const open = verdicts.filter((it) => it.allowed)
  if (!row.owned && (row.deleted || row.blocked || verdicts.length === 0)) throw refuse('not_found')
  const allowed = row.owned || open.length > 0
  const isPublic = open.some(({ place }) => place.visibility === 'public' || place.is_preview)
  const prices = row.places.flatMap(({ price_cents }) => (price_cents !== null && price_cents > 0 ? [price_cents] : []))
  return {
    ...presentMedia(ctx, row, {
      allowed,
      priceCents: allowed || prices.length === 0 ? null : Math.min(...prices),
      viewerId: isPublic && !row.owned ? null : viewerId,
    }),
    ...ownersOnly,
    state: row.state,
    created_at: row.created_at.toISOString(),
  }
}

const ownersOnly = {
  reason: null,
  name: null,
  thumb: null,
  folder: null,
  tags: [],
  for_fan: null,
  used_in: null,
  is_public: null,
  making: null,
  poster_at: null,
  may_download: null,
}

const contentFacts = (viewerId: string | null, row: ForViewerRow, place: Place) => ({
  isVisitor: viewerId === null,
  isOwner: false,
  isBought: row.owned || place.bought,
  blocked: row.blocked,
  isPreview: place.is_preview,
  visibility: place.visibility,
  isFollowing: row.is_following,
  isSubscribed: row.is_subscribed,
  price: place.price_cents,
})

/**
 * A published post, one that the viewer bought before it was archived, a message to this viewer, or the profile. A message
 * without a price counts as `bought`: its receiver may open it, at an address that is signed for them.
 */
type Place = {
  visibility: 'public' | 'followers' | 'subscribers' | 'paid'
  price_cents: number | null
  is_preview: boolean
  bought: boolean
}
type ForViewerRow = RowOf<typeof readForViewer>

const readForViewer = statement(
  'media_for_viewer',
  { viewer: orNull(uuid), id: uuid, now: timestamptz },
  {
    ...vaultTypes,
    owner_id: uuid,
    /** The media or its owner is deleted. */
    deleted: bool,
    owned: bool,
    blocked: bool,
    is_following: bool,
    is_subscribed: bool,
    places: json<Place[]>(),
  },
  ({ viewer, id, now }) => `
    select ${vaultColumns('null::uuid', now, `m.owner_id = ${viewer}`)}, m.owner_id, m.deleted_at is not null or o.deleted_at is not null as deleted,
      ${ownsMedia(viewer, 'm.id')} as owned,
      ${blockBetween(viewer, 'm.owner_id')} as blocked,
      ${isFollowing(viewer, 'm.owner_id')} as is_following,
      ${isSubscribed(viewer, 'm.owner_id', now)} as is_subscribed,
      coalesce((select json_agg(h) from (
        select p.visibility, p.price_cents, pm.is_preview, ${hasBoughtPost(viewer, 'p.id')} as bought
        from post_media pm join posts p on p.id = pm.post_id
        where pm.media_id = m.id and ${isPublished('p', now)}
        union all
        select 'paid', null, false, true from post_media pm join posts p on p.id = pm.post_id
        where pm.media_id = m.id and ${isArchived('p', now)} and ${hasBoughtPost(viewer, 'p.id')}
        union all
        select 'paid', g.price_cents, false, mm.is_preview or coalesce(g.price_cents, 0) = 0
        from chat_sessions s join messages g on g.session_id = s.id
          join message_media mm on mm.message_id = g.id and mm.media_id = m.id
        where s.user_a = least(${viewer}, m.owner_id) and s.user_b = greatest(${viewer}, m.owner_id)
          and g.receiver_id = ${viewer} and g.type <> 'text' and g.deleted_at is null
        union all
        select 'public', null, false, false where o.avatar_media_id = m.id or o.cover_media_id = m.id
      ) h), '[]') as places
    from media m join users o on o.id = m.owner_id where m.id = ${id}`,
)
