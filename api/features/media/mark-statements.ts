import { isSubscribed } from '../../platform/db/rules.ts'
import {
  array,
  bigint,
  bool,
  int,
  neverNull,
  orNull,
  statement,
  text,
  textOf,
  timestamptz,
  uuid,
} from '../../platform/db/statement.ts'

const ready = 'A picture that can be fetched is ready, and then its size is known.'

/** Writes the mark of a viewer's copy, or says that it is made again, and answers what is needed to make it. */
export const issueMark = statement(
  'marks_issue',
  { media: uuid, viewer: uuid, now: timestamptz },
  { id: bigint, width: neverNull(int, ready), height: neverNull(int, ready), has_fingerprint: bool },
  ({ media, viewer, now }) => `
    with picture as (
      select m.id, m.width, m.height, exists (select 1 from media_fingerprints f where f.media_id = m.id) as has_fingerprint, e.purchase_id,
        case when e.purchase_id is not null then 'bought'
          when ${isSubscribed(viewer, 'm.owner_id', now)} then 'subscribed' else 'sent' end as basis
      from media m left join entitlements e on e.media_id = m.id and e.user_id = ${viewer}
      where m.id = ${media}
    ), issued as (
      insert into media_marks (media_id, viewer_id, basis, purchase_id, created_at, made_at)
      select id, ${viewer}, basis, purchase_id, ${now}, ${now} from picture
      on conflict (media_id, viewer_id) do update set made_at = excluded.made_at, has_copies = true,
        basis = case when media_marks.purchase_id is null then excluded.basis else media_marks.basis end,
        purchase_id = coalesce(excluded.purchase_id, media_marks.purchase_id)
      returning id
    ) select i.id, p.width, p.height, p.has_fingerprint from issued i cross join picture p`,
)

export const setFingerprint = statement(
  'marks_set_fingerprint',
  { media: uuid, fingerprint: text },
  {},
  ({ media, fingerprint }) =>
    `insert into media_fingerprints (media_id, grey) values (${media}, ${fingerprint}) on conflict (media_id) do nothing`,
)

/** Marks whose copies were last made so long ago that they are deleted from storage. */
export const readOldCopies = statement(
  'marks_old_copies',
  { before: timestamptz, limit: int },
  { id: bigint, media_id: uuid },
  ({ before, limit }) => `
    select id, media_id from media_marks where has_copies and made_at < ${before} order by made_at limit ${limit}`,
)

export const forgetCopies = statement(
  'marks_forget_copies',
  { ids: array(bigint), before: timestamptz },
  {},
  ({ ids, before }) => `update media_marks set has_copies = false where id = any(${ids}) and made_at < ${before}`,
)

/** The pictures of a creator of which marked copies exist, the newest first. */
export const readMarkedMedia = statement(
  'marks_media_of',
  { owner: uuid, limit: int },
  { id: uuid, width: neverNull(int, ready), height: neverNull(int, ready), fingerprint: text },
  ({ owner, limit }) => `
    select m.id, m.width, m.height, f.grey as fingerprint from media m join media_fingerprints f on f.media_id = m.id
    where m.owner_id = ${owner} order by m.created_at desc, m.id desc limit ${limit}`,
)

/** The films of a creator of which viewers have marked parts, the newest first. */
export const readMarkedFilms = statement(
  'marks_films_of',
  { owner: uuid, limit: int },
  { id: uuid },
  ({ owner, limit }) => `
    select m.id from media m where m.owner_id = ${owner} and m.type = 'VIDEO'
      and exists (select 1 from media_marks k where k.media_id = m.id)
    order by m.created_at desc, m.id desc limit ${limit}`,
)

export const readMarksOfMedia = statement(
  'marks_of_media',
  { media: uuid },
  { id: bigint },
  ({ media }) => `select id from media_marks where media_id = ${media}`,
)

/** Whose copies these are, and how they came to have them. */
export const readMarks = statement(
  'marks_by_id',
  { ids: array(bigint) },
  {
    id: bigint,
    viewer_id: uuid,
    username: orNull(text),
    basis: textOf<'bought' | 'subscribed' | 'sent'>(),
    created_at: timestamptz,
    purchase_id: orNull(uuid),
    price_cents: orNull(int),
    bought_at: orNull(timestamptz),
  },
  ({ ids }) => `
    select k.id, k.viewer_id, u.username, k.basis, k.created_at, p.id as purchase_id, p.price_cents, p.created_at as bought_at
    from media_marks k left join users u on u.id = k.viewer_id left join purchases p on p.id = k.purchase_id
    where k.id = any(${ids})`,
)
