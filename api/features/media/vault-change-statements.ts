import { tagsPerMedia } from '../../../contract/limits.ts'
import { isForVault } from '../../platform/db/rules.ts'
import {
  bool,
  type ExpressionsOf,
  int,
  orNull,
  statement,
  type Types,
  text,
  texts,
  timestamptz,
  uuid,
  uuids,
} from '../../platform/db/statement.ts'
import { isInTrash } from './trash.ts'
import { filterParameters, isInPlace, matchesFilter } from './vault-filter.ts'

/** The parameters that choose media: by their ids, or by the filter between two media and without exceptions. */
const choiceParameters = {
  ...filterParameters,
  ids: uuids,
  by_filter: bool,
  first: orNull(uuid),
  last: orNull(uuid),
  except: uuids,
  /** The id of this change, by which it is undone. */
  change: uuid,
}
type Choice = ExpressionsOf<typeof choiceParameters>

/**
 * A statement that changes the chosen media in the order of their ids, so that two changes at once wait for each other.
 * `next` is computed for each of them, `fits` says which are changed and `skips` which cannot be.
 */
function changeOf<P extends Types>(name: string, more: P, write: (p: ExpressionsOf<P> & Choice) => Parts) {
  return statement(name, { ...choiceParameters, ...more }, { changed: int, skipped: int }, (p) => {
    const expressions = p as unknown as ExpressionsOf<P> & Choice
    const { next = 'null', fits, skips = 'false', set, also = '' } = write(expressions)
    return `
    with chosen as materialized (
      select m.id, ${next} as next from media m where ${isChosen(expressions)} order by m.id for no key update of m
    ), changed as (
      update media m set ${set} from chosen where m.id = chosen.id and ${fits} and not (${skips})
      returning m.id, m.owner_id
    )${also}
    select (select count(*) from changed)::int as changed,
      (select count(*) from chosen join media m on m.id = chosen.id where ${skips})::int as skipped`
  })
}
type Parts = { next?: string; fits: string; skips?: string; set: string; also?: string }

const isChosen = (p: Choice) => `${isInPlace(p)} and (m.id = any(${p.ids})
      or (${p.by_filter} and m.id <> all(${p.except}) and ${matchesFilter(p)}
        and (${p.first} is null or ((m.created_at, m.id) >= ${endOf(p, 'asc')} and (m.created_at, m.id) <= ${endOf(p, 'desc')}))))`

/** The older or the newer end of the range. */
const endOf = (p: Choice, order: 'asc' | 'desc') => `
          (select x.created_at, x.id from media x where x.owner_id = ${p.owner} and x.id in (${p.first}, ${p.last})
            order by x.created_at ${order}, x.id ${order} limit 1)`

/** What is replaced in media `m`, to undo it. */
const replaced = (change: string) => `jsonb_build_object('change', ${change}::text, 'folder', m.folder, 'tags', m.tags,
        'deleted_at', m.deleted_at)`

export const moveMany = changeOf('vault_move', { to: orNull(text) }, (p) => ({
  fits: `m.folder is distinct from ${p.to}`,
  set: `folder = ${p.to}, replaced = ${replaced(p.change)}`,
}))

export const tagMany = changeOf('vault_tag', { tags: texts }, (p) => ({
  next: `(select array_agg(tag order by nth) from (
        select tag, min(nth) as nth from unnest(m.tags || ${p.tags}) with ordinality as x (tag, nth) group by tag) t)`,
  fits: `not m.tags @> ${p.tags}`,
  skips: `cardinality(chosen.next) > ${tagsPerMedia}`,
  set: `tags = chosen.next, replaced = ${replaced(p.change)}`,
}))

export const untagMany = changeOf('vault_untag', { tags: texts }, (p) => ({
  next: `array(select tag from unnest(m.tags) with ordinality as x (tag, nth) where tag <> all(${p.tags}) order by nth)`,
  fits: `m.tags && ${p.tags}`,
  set: `tags = chosen.next, replaced = ${replaced(p.change)}`,
}))

/** Also takes them off the owner's profile. */
export const deleteMany = changeOf('vault_delete', { now: timestamptz }, (p) => ({
  fits: 'm.deleted_at is null',
  set: `deleted_at = ${p.now}, replaced = ${replaced(p.change)}`,
  also: `, bare as (
      update users u set
        avatar_media_id = case when u.avatar_media_id in (select id from changed) then null else u.avatar_media_id end,
        cover_media_id = case when u.cover_media_id in (select id from changed) then null else u.cover_media_id end
      where u.id = ${p.owner} and (u.avatar_media_id in (select id from changed) or u.cover_media_id in (select id from changed))
    )`,
}))

export const restoreMany = changeOf('vault_restore', {}, (p) => ({
  fits: 'm.deleted_at is not null',
  set: `deleted_at = null, replaced = ${replaced(p.change)}`,
}))

export const eraseMany = changeOf('vault_erase', { now: timestamptz }, (p) => ({
  fits: `${p.change} is not null`,
  set: `erased_at = ${p.now}, replaced = null`,
}))

/** Also in the trash, so that what is restored comes back into the folder that there is. */
export const renameFolder = statement(
  'vault_rename_folder',
  { owner: uuid, folder: text, to: text, change: uuid },
  { changed: int },
  (p) => `
    with changed as (
      update media m set folder = ${p.to}, replaced = ${replaced(p.change)}
      where m.owner_id = ${p.owner} and m.folder = ${p.folder} and m.purged_at is null returning m.id
    )
    select count(*)::int as changed from changed`,
)

/** A media that staff removed stays removed, and one that has left the trash stays away. */
export const undoChange = statement(
  'vault_undo',
  { owner: uuid, change: uuid, trash_since: timestamptz },
  { changed: int },
  (p) => `
    with changed as (
      update media m set folder = m.replaced ->> 'folder',
        tags = array(select jsonb_array_elements_text(m.replaced -> 'tags')),
        deleted_at = (m.replaced ->> 'deleted_at')::timestamptz, replaced = null
      where m.owner_id = ${p.owner} and m.replaced ->> 'change' = ${p.change}::text
        and (m.deleted_at is null or m.deleted_at > ${p.trash_since}) and m.erased_at is null and m.purged_at is null
        and m.reason is distinct from 'removed'
      returning m.id
    )
    select count(*)::int as changed from changed`,
)

export const countMedia = statement(
  'vault_counts',
  { owner: uuid, trash_since: timestamptz },
  { vault: int, trash: int },
  (p) => `
    select count(*) filter (where m.deleted_at is null)::int as vault,
      count(*) filter (where ${isInTrash('m', p.trash_since)})::int as trash
    from media m where m.owner_id = ${p.owner} and ${isForVault('m')}`,
)
