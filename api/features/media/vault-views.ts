import type { PrivateMedia } from '../../../contract/media.ts'
import type { Statement } from '../../platform/db/db.ts'
import type { Services } from '../../platform/services.ts'
import { signMediaUrl } from '../../platform/media/signing.ts'
import { type MediaRow, presentMedia } from './views.ts'

export type VaultFilter = {
  folder?: string | undefined
  tag?: string | undefined
  type?: MediaRow['type'] | undefined
  fanId?: string | undefined
}

/** A page of the vault, newest first, after the cursor's creation and id. */
export const readVault = (
  ctx: Services,
  ownerId: string,
  filter: VaultFilter,
  after: { at: string | null; id: string | null },
  limit: number,
) =>
  ctx.db.run<VaultRow>(vaultPage, [
    ownerId,
    filter.folder ?? null,
    filter.tag ?? null,
    filter.type ?? null,
    filter.fanId ?? null,
    after.at,
    after.id,
    limit,
  ])

/** A media as its owner sees it. */
export function presentVaultMedia(ctx: Services, ownerId: string, row: VaultRow): PrivateMedia {
  const hasThumb = row.state === 'ready' && (row.type === 'IMAGE' || row.has_poster)
  return {
    ...presentMedia(ctx, row, { allowed: true, priceCents: null, viewerId: ownerId }),
    state: row.state,
    reason: row.reason,
    name: row.name,
    description: row.description,
    folder: row.folder,
    tags: row.tags,
    thumb: hasThumb
      ? signMediaUrl({ mediaId: row.id, variant: 'thumb', viewerId: ownerId, now: ctx.now(), secret: ctx.env.SECRET })
      : null,
    for_fan: row.for_fan,
    used_in: { posts: row.in_posts, messages: row.in_messages },
    created_at: new Date(row.created_at).toISOString(),
  }
}

/** What `showVaultMedia` reads of `m`; `fan` is the SQL for the fan asked for, or null. */
export const vaultColumns = (fan: string) => `
  m.id, m.type, m.state, m.reason, m.preview, m.width, m.height, m.duration_ms, m.has_poster, m.name, m.description,
  m.folder, m.tags, m.created_at, m.created_at::text as at,
  (select count(*)::int from post_media pm join posts p on p.id = pm.post_id where pm.media_id = m.id and p.deleted_at is null) as in_posts,
  (select count(*)::int from message_media mm join messages g on g.id = mm.message_id where mm.media_id = m.id and g.deleted_at is null)
    as in_messages,
  case when ${fan} is null then null
    when exists (select 1 from entitlements e where e.user_id = ${fan} and e.media_id = m.id) then 'owned'
    when exists (select 1 from message_media mm join messages g on g.id = mm.message_id
      where mm.media_id = m.id and g.receiver_id = ${fan} and g.deleted_at is null) then 'sent'
    else 'never' end as for_fan`

const vaultPage: Statement = {
  name: 'media_vault',
  text: `
    select ${vaultColumns('$5::uuid')} from media m
    where m.owner_id = $1::uuid and m.deleted_at is null
      and ($2::text is null or m.folder = $2) and ($3::text is null or $3 = any(m.tags)) and ($4::text is null or m.type = $4)
      and ($6::timestamptz is null or (m.created_at, m.id) < ($6::timestamptz, $7::uuid))
    order by m.created_at desc, m.id desc limit $8`,
}

export const labelsOf: Statement = {
  name: 'media_labels',
  text: `
    select 'folder' as kind, folder as name, count(*)::int as count from media
    where owner_id = $1::uuid and deleted_at is null and folder is not null group by folder
    union all
    select 'tag', tag, count(*)::int from media, unnest(tags) as tag
    where owner_id = $1::uuid and deleted_at is null group by tag
    order by 1, 2`,
}

export const usesOf: Statement = {
  name: 'media_uses',
  text: `
    select
      coalesce((select json_agg(json_build_object('id', p.id, 'text', left(p.text, 140), 'visibility', p.visibility,
          'draft', p.published_at is null, 'created_at', to_json(coalesce(p.published_at, p.created_at))) order by p.id desc)
        from (select p.* from post_media pm join posts p on p.id = pm.post_id
          where pm.media_id = $1::uuid and p.deleted_at is null order by p.id desc limit 100) p), '[]') as posts,
      (select count(*)::int from message_media mm join messages g on g.id = mm.message_id
        where mm.media_id = $1::uuid and g.deleted_at is null) as messages,
      (select count(*)::int from entitlements e where e.media_id = $1::uuid) as buyers`,
}

export type Label = { name: string; count: number }
export type UseRow = {
  posts: { id: string; text: string; visibility: string; draft: boolean; created_at: string }[]
  messages: number
  buyers: number
}
export type VaultRow = MediaRow & {
  reason: string | null
  name: string | null
  folder: string | null
  tags: string[]
  created_at: Date | string
  at: string
  in_posts: number
  in_messages: number
  for_fan: 'owned' | 'sent' | 'never' | null
}
