import { fromCursor } from '../../platform/db/pages.ts'
import {
  hasBoughtPost,
  isFollowing,
  isPublished,
  isSubscribed,
  noBlockBetween,
  notDeleted,
  viewAllowed,
} from '../../platform/db/rules.ts'
import type { Services } from '../../platform/services.ts'
import { type Page, readPage, stamp } from '../posts/read.ts'
import { postStatement, type Reader } from '../posts/views.ts'

/**
 * Posts by words at the start of words, newest first. Only text that the viewer may read is looked through: a locked
 * post must not answer for what it hides (product §12, §18). Without words, the newest public ones.
 */
export async function searchPosts(
  ctx: Services,
  reader: Reader,
  q: string,
  paging: { limit?: number; cursor?: string },
): Promise<Page> {
  const limit = paging.limit ?? 20
  const after = fromCursor(paging.cursor, 2) ?? [null, null]
  const words =
    q
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length === 0 && q.trim() !== '') return { data: [], next: null }
  const query = words.map((word) => `${word}:*`).join(' & ')
  const statement = words.length === 0 ? newest : matching
  return readPage(ctx, reader, statement, [limit + 1, query, ...after], limit, (row) => [stamp(row), row.id])
}

/**
 * A reader of `p`'s text, as `presentPost` decides it: the words beside media that are for sale are anybody's; words that are
 * sold themselves are nobody's but the buyer's, whoever follows or subscribes.
 */
const readable = `(${viewAllowed({
  isOwner: 'p.author_id = $1::uuid',
  isBought: hasBoughtPost('$1::uuid', 'p.id'),
  // Authors behind a block are left out below.
  blocked: 'false',
  isPreview: 'false',
  visibility: 'p.visibility',
  isFollowing: isFollowing('$1::uuid', 'p.author_id'),
  isSubscribed: isSubscribed('$1::uuid', 'p.author_id', '$3::timestamptz'),
})}
  or (p.visibility = 'paid' and exists (select 1 from post_media x join media d on d.id = x.media_id
    where x.post_id = p.id and not x.is_preview and ${notDeleted('d')})))`

/** `$4` is the text query; `$5` and `$6` are the cursor: publication and id of the last post of the page before. */
const page = (name: string, condition: string) =>
  postStatement(
    `search_posts_${name}`,
    `select p.* from posts p where ${condition}
      and ${isPublished('p', '$3::timestamptz')}
      and ($5::timestamptz is null or (p.published_at, p.id) < ($5::timestamptz, $6::uuid))
      and ${noBlockBetween('$1::uuid', 'p.author_id')}
    order by p.published_at desc, p.id desc limit $2`,
  )
const matching = page('words', `to_tsvector('simple', p.text) @@ to_tsquery('simple', $4) and ${readable}`)
const newest = page('newest', `p.visibility = 'public' and $4::text is not null`)
