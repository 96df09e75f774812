import { type Comment, type Post, posts } from '../../../contract/posts.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { implement, requireFlag } from '../../platform/http/implement.ts'
import { purgePerson, purgeProfile } from '../../platform/http/purge.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { audit } from '../../platform/audit/audit.ts'
import { countVisit } from '../analytics/visits.ts'
import { isRetryableRace } from '../media/purchase.ts'
import { notify } from '../notifications/notify.ts'
import { notifyOnce } from '../notifications/notify-once.ts'
import { readPeople, readPersonByUsername } from '../../people/views.ts'
import { idempotent } from '../wallet/idempotency.ts'
import {
  changePost,
  getCommentForViewer,
  removeComment,
  removePost,
  toggleBookmark,
  toggleLike,
  type Writing,
  writeComment,
  writePost,
} from './posts.ts'
import { BoughtMeanwhile, unlockPost } from './purchase.ts'
import { readBookmarks, readFeed, getPostForViewer, readPostsOf, readProfilePage, readUnpublished } from './read.ts'
import { readComments } from './statements.ts'

export const postRoutes = (ctx: Services) =>
  implement(posts)({
    ofUser: async ({ username, ...paging }, { viewer }) => {
      const author = await readPersonByUsername(ctx, viewer?.id ?? null, username)
      if (author === undefined || author.blocks || author.blocked_by) throw refuse('not_found')
      return readPostsOf(ctx, viewer, author.id, paging)
    },
    profilePage: async ({ username, limit = 20 }, { viewer }) => {
      const page = await readProfilePage(ctx, viewer, username, limit)
      if (page === undefined) throw refuse('not_found')
      if (viewer?.id !== page.user.id && page.user.is_creator) countVisit(ctx, page.user.id)
      // What somebody pays elsewhere is theirs alone (product §35).
      return viewer?.acting ? { ...page, user: { ...page.user, subscription: null } } : page
    },
    unpublished: async (paging, { viewer }) => readUnpublished(ctx, viewer, paging),
    feed: async ({ tab, ...paging }, { viewer }) => readFeed(ctx, viewer, tab, paging),
    get: async ({ id }, { viewer }) => getPostForViewer(ctx, viewer, id),
    create: async (input, { viewer, created }) => {
      needFlagsFor(viewer, input)
      const id = await ctx.db.transact(async (tx) => {
        const made = await writePost(tx, viewer.id, input, ctx.now())
        await audit(tx, viewer, 'posts.create', { kind: 'post', id: made })
        return made
      })
      created()
      purgeProfile(ctx, viewer.username)
      return getPostForViewer(ctx, viewer, id)
    },
    update: async ({ id, ...change }, { viewer }) => {
      needFlagsFor(viewer, change)
      if (viewer.acting) needFlagsToTake(viewer, await getPostForViewer(ctx, viewer, id), change)
      await ctx.db.transact(async (tx) => {
        await changePost(tx, viewer.id, id, change, ctx.now())
        await audit(tx, viewer, 'posts.update', { kind: 'post', id })
      })
      purgeProfile(ctx, viewer.username)
      return getPostForViewer(ctx, viewer, id)
    },
    remove: async ({ id }, { viewer }) => {
      const post = await getPostForViewer(ctx, viewer, id)
      if (!post.can_edit) throw refuse('forbidden')
      await ctx.db.transact(async (tx) => {
        await removePost(tx, viewer.id, id, ctx.now())
        await audit(tx, viewer, 'posts.remove', { kind: 'post', id })
      })
      purgeProfile(ctx, viewer.username)
      return { ok: true }
    },
    unlock: async (input, call) => {
      const open = () =>
        idempotent(ctx, call, posts.unlock, input, async (tx) => {
          const { meta, afterCommit } = await unlockPost(tx, ctx, call.me.id, input)
          return { answer: meta, afterCommit }
        })
      const meta = await open().catch((error: unknown) => {
        if (error instanceof BoughtMeanwhile || isRetryableRace(error)) return open()
        throw error
      })
      return { post: await getPostForViewer(ctx, call.me, input.id), meta }
    },
    like: async ({ id }, { viewer }) => {
      const { author } = await reachOpen(ctx, viewer, id)
      const { afterCommit, ...answer } = await ctx.db.transact(async (tx) => {
        await audit(tx, viewer, 'posts.like', { kind: 'post', id })
        const after = await toggleLike(tx, viewer.id, id)
        const about = {
          userId: author.id,
          type: 'post_like',
          actorId: viewer.id,
          object: { kind: 'post', id },
        } as const
        return { ...after, afterCommit: after.liked ? await notifyOnce(tx, ctx, about) : null }
      })
      afterCommit?.()
      return answer
    },
    bookmark: async ({ id }, { viewer }) => {
      await getPostForViewer(ctx, viewer, id)
      return { bookmarked: await ctx.db.transact((tx) => toggleBookmark(tx, viewer.id, id)) }
    },
    bookmarks: async (paging, { viewer }) => readBookmarks(ctx, viewer, paging),
    comments: async ({ id, ...paging }, { viewer }) => {
      const post = await getPostForViewer(ctx, viewer, id)
      if (!post.access.allowed) throw refuse('forbidden', { reason: post.access.reason ?? 'locked' })
      return listComments(ctx, viewer?.id ?? null, post.author.id, id, paging)
    },
    addComment: async ({ id, text, reply_to }, { viewer, created }) => {
      const post = await reachOpen(ctx, viewer, id)
      if (!post.commenting.allowed) throw refuse('forbidden', { reason: post.commenting.reason ?? 'locked' })
      const { commentId, told } = await ctx.db.transact(async (tx) => {
        const made = await writeComment(tx, viewer.id, id, text, reply_to ?? null)
        await audit(tx, viewer, 'posts.comment', { kind: 'comment', id: made.id })
        const about = { actorId: viewer.id, object: { kind: 'post', id } } as const
        const told =
          made.answered === null
            ? []
            : [await notify(tx, ctx, { ...about, userId: made.answered, type: 'comment_reply' })]
        if (made.answered !== post.author.id)
          told.push(await notify(tx, ctx, { ...about, userId: post.author.id, type: 'post_comment' }))
        return { commentId: made.id, told }
      })
      for (const afterCommit of told) afterCommit()
      purgeProfile(ctx, post.author.username)
      created()
      const page = await listComments(ctx, viewer.id, post.author.id, id, { limit: 1, only: commentId })
      const [comment] = page.data
      if (comment === undefined) throw refuse('not_found')
      return comment
    },
    removeComment: async ({ id }, { viewer }) => {
      const { authorId, postId, ownerId } = await getCommentForViewer(ctx.db, id)
      // One's own, or any under one's own post; who does not see somebody else's finds none.
      if (viewer.id !== authorId && viewer.id !== ownerId) {
        const { access } = await getPostForViewer(ctx, viewer, postId)
        throw refuse(access.allowed ? 'forbidden' : 'not_found')
      }
      await ctx.db.transact(async (tx) => {
        await removeComment(tx, postId, id)
        await audit(tx, viewer, 'posts.removeComment', { kind: 'comment', id })
      })
      purgePerson(ctx, ownerId)
      return { ok: true }
    },
  })

/** An operator needs can_payment beside can_social to set a price, and can_medias to attach media (product §34a). */
function needFlagsFor(viewer: Viewer, writing: Partial<Writing>): void {
  if (writing.price !== undefined && writing.price !== null) requireFlag(viewer, 'can_payment')
  if ((writing.media_ids?.length ?? 0) + (writing.preview_ids?.length ?? 0) > 0) requireFlag(viewer, 'can_medias')
}

/**
 * Taking away is setting too: a price, also by opening the post to others than its buyers, and media. Saying again what is
 * so already is not.
 */
function needFlagsToTake(viewer: Viewer, post: Post, change: Partial<Writing>): void {
  const isOpened = change.visibility !== undefined && change.visibility !== post.visibility
  if (post.price !== null && (change.price === null || isOpened)) requireFlag(viewer, 'can_payment')
  if (change.media_ids?.length === 0 && post.media.length > 0) requireFlag(viewer, 'can_medias')
  if (change.preview_ids?.length === 0 && post.preview_ids.length > 0) requireFlag(viewer, 'can_medias')
}

async function reachOpen(ctx: Services, viewer: Viewer, id: string) {
  const post = await getPostForViewer(ctx, viewer, id)
  if (!post.access.allowed) throw refuse('forbidden', { reason: post.access.reason ?? 'locked' })
  return post
}

async function listComments(
  ctx: Services,
  viewerId: string | null,
  ownerId: string,
  postId: string,
  paging: { limit?: number; cursor?: string; only?: string },
): Promise<{ data: Comment[]; next: string | null }> {
  const limit = paging.limit ?? 30
  const [after = null] = fromCursor(paging.cursor, 'uuid') ?? []
  const asked = { post: postId, viewer: viewerId, after, only: paging.only ?? null, limit: limit + 1 }
  const found = await ctx.db.run(readComments, asked)
  const { rows, next } = cut(found, limit, (row) => [row.id])
  const authors = await readPeople(
    ctx,
    viewerId,
    rows.map((row) => row.author_id),
  )
  const data = rows.flatMap((row) => {
    const author = authors.get(row.author_id)
    if (author === undefined) return []
    const can_delete = viewerId === row.author_id || viewerId === ownerId
    return [
      {
        id: row.id,
        author,
        text: row.text,
        reply_to: row.reply_to,
        created_at: row.created_at.toISOString(),
        can_delete,
      },
    ]
  })
  return { data, next }
}
