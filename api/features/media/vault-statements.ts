import type { Answer } from '../../../contract/endpoint.ts'
import { mostUses } from '../../../contract/limits.ts'
import type { media as contract } from '../../../contract/media.ts'
import { beforeRow } from '../../platform/db/keyset.ts'
import { isArchived, notDeleted } from '../../platform/db/rules.ts'
import {
  bool,
  cursorValue,
  int,
  json,
  jsonb,
  oneOf,
  orNull,
  type RowOf,
  statement,
  text,
  texts,
  timestamptz,
  uuid,
} from '../../platform/db/statement.ts'
import type { Making } from '../../platform/media/film-sizes.ts'
import { mediaColumns, mediaTypes } from './statements.ts'
import { filterParameters, forFan, inVault, isPublicNow } from './vault-filter.ts'

/** In how many messages a media is, at most `mostUses`: one of a broadcast is in as many as there are receivers. */
const usesInMessages = (media: string, isWanted: string): string => `
  (select count(*)::int from (select from message_media mm join messages g on g.id = mm.message_id
    where ${isWanted} and mm.media_id = ${media} and ${notDeleted('g')} limit ${mostUses}) g)`

/**
 * The columns of `m` for `presentVaultMedia`; `fan` is the SQL of the fan for whom `for_fan` is answered, or null. Where
 * `isOwner` says no the uses in messages are not counted.
 */
export const vaultColumns = (fan: string, now: string, isOwner = 'true'): string => `
  ${mediaColumns('m')}, m.reason, m.name, m.folder, m.tags, m.making, m.poster_at_ms, m.may_download, m.created_at, m.created_at::text as at,
  (select count(*)::int from post_media pm join posts p on p.id = pm.post_id where pm.media_id = m.id and p.deleted_at is null) as in_posts,
  ${usesInMessages('m.id', isOwner)} as in_messages,
  ${isPublicNow(now)} as is_public, exists (select 1 from entitlements e where e.media_id = m.id) as is_sold,
  ${forFan(fan)} as for_fan`
export const vaultTypes = {
  ...mediaTypes,
  reason: orNull(text),
  name: orNull(text),
  folder: orNull(text),
  tags: texts,
  making: orNull(jsonb<Making>()),
  poster_at_ms: orNull(int),
  may_download: orNull(bool),
  created_at: timestamptz,
  at: text,
  in_posts: int,
  in_messages: int,
  is_public: bool,
  is_sold: bool,
  for_fan: orNull(oneOf('owned', 'sent', 'never')),
}
export type VaultRow = RowOf<typeof vaultTypes>

/** A page of the vault, newest first, after the cursor's creation and id. */
export const readVault = statement(
  'media_vault',
  { ...filterParameters, now: timestamptz, at: cursorValue(timestamptz), id: cursorValue(uuid), limit: int },
  vaultTypes,
  (p) => `
    select ${vaultColumns(p.fan, p.now)} from media m
    where ${inVault(p)} and ${beforeRow('m.created_at', 'm.id', p.at, p.id)}
    order by m.created_at desc, m.id desc limit ${p.limit}`,
)

/** The folders and tags of a vault. */
export const readLabels = statement(
  'media_labels',
  { owner: uuid },
  { kind: oneOf('folder', 'tag'), name: text, count: int },
  ({ owner }) => `
    select 'folder' as kind, folder as name, count(*)::int as count from media
    where owner_id = ${owner} and deleted_at is null and folder is not null group by folder
    union all
    select 'tag', tag, count(*)::int from media, unnest(tags) as tag
    where owner_id = ${owner} and deleted_at is null group by tag
    order by 1, 2`,
)

export const readUses = statement(
  'media_uses',
  { media: uuid, now: timestamptz },
  { posts: json<Answer<typeof contract.uses>['posts']>(), messages: int, buyers: int },
  ({ media, now }) => `
    select
      coalesce((select json_agg(json_build_object('id', p.id, 'text', left(p.text, 140), 'visibility', p.visibility,
          'draft', p.published_at is null, 'archived', coalesce(${isArchived('p', now)}, false), 'created_at', to_json(coalesce(p.published_at, p.created_at))) order by p.id desc)
        from (select p.* from post_media pm join posts p on p.id = pm.post_id
          where pm.media_id = ${media} and p.deleted_at is null order by p.id desc limit 100) p), '[]') as posts,
      ${usesInMessages(media, 'true')} as messages,
      (select count(*)::int from (select from entitlements e where e.media_id = ${media} limit ${mostUses}) e) as buyers`,
)
