import { type Post, posts } from '../../../contract/posts.ts'
import { readPersonByUsername } from '../../people/views.ts'
import { audit } from '../../platform/audit/audit.ts'
import { implement, requireFlag } from '../../platform/http/implement.ts'
import { purgeProfile } from '../../platform/http/purge.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { countVisit } from '../analytics/visits.ts'
import { calendarChanged } from '../calendar/changed.ts'
import { isRetryableRace } from '../media/purchase.ts'
import { notifyOnce } from '../notifications/notify-once.ts'
import { idempotent } from '../wallet/idempotency.ts'
import { dropDraft, saveDraft as keepDraft, readDraft } from './draft.ts'
import { changePost, createdChanges, removePost, toggleBookmark, toggleLike, type Writing, writePost } from './posts.ts'
import { AlreadyBought, unlockPost } from './purchase.ts'
import {
  getOpenPostForViewer,
  getPostForViewer,
  readArchived,
  readBookmarks,
  readFeed,
  readPostsOf,
  readPostsWith,
  readProfilePage,
  readUnpublished,
} from './read.ts'

const { ofUser, profilePage, unpublished, feed, get, create, update, remove, unlock, like, bookmark, bookmarks } = posts
const { getDraft, saveDraft } = posts

/** Posts, and what users do with them. Comments are in `comment-routes.ts`. */
export const postRoutes = (ctx: Services) => [...draftRoutes(ctx), ...ownRoutes(ctx)]

const draftRoutes = (ctx: Services) =>
  implement({ getDraft, saveDraft })({
    getDraft: async (_, { viewer }) => ({ draft: await readDraft(ctx, viewer) }),
    saveDraft: async (input, { viewer }) => {
      await keepDraft(ctx, viewer, input)
      return { ok: true }
    },
  })

const ownRoutes = (ctx: Services) =>
  implement({ ofUser, profilePage, unpublished, feed, get, create, update, remove, unlock, like, bookmark, bookmarks })(
    {
      ofUser: async ({ username, with: type, ...paging }, { viewer }) => {
        const author = await readPersonByUsername(ctx, viewer?.id ?? null, username)
        if (author === undefined || author.blocks || author.blocked_by) throw refuse('not_found')
        return type === undefined
          ? readPostsOf(ctx, viewer, author.id, paging)
          : readPostsWith(ctx, viewer, { author: author.id, type }, paging)
      },
      profilePage: async ({ username, limit = 20 }, { viewer }) => {
        const page = await readProfilePage(ctx, viewer, username, limit)
        if (page === undefined) throw refuse('not_found')
        if (viewer?.id !== page.user.id && page.user.is_creator) countVisit(ctx, page.user.id)
        // An operator does not learn what the creator pays to others (product §35).
        return viewer?.acting ? { ...page, user: { ...page.user, subscription: null, trial_code: null } } : page
      },
      unpublished: async ({ state, ...paging }, { viewer }) =>
        state === 'archived' ? readArchived(ctx, viewer, paging) : readUnpublished(ctx, viewer, paging),
      feed: async ({ tab, ...paging }, { viewer }) => readFeed(ctx, viewer, tab, paging),
      get: async ({ id }, { viewer }) => getPostForViewer(ctx, viewer, id),
      create: async (input, { viewer, created }) => {
        requireFlagsToSet(viewer, input)
        const id = await ctx.db.transact(async (tx) => {
          const postId = await writePost(tx, viewer.id, input, ctx.now())
          await dropDraft(tx, viewer)
          await audit(tx, viewer, 'posts.create', { kind: 'post', id: postId }, createdChanges(input))
          return postId
        })
        created()
        purgeProfile(ctx, viewer.username)
        calendarChanged(ctx, viewer.id, 'post')
        return getPostForViewer(ctx, viewer, id)
      },
      update: async ({ id, ...change }, { viewer }) => {
        requireFlagsToSet(viewer, change)
        if (viewer.acting) requireFlagsToRemove(viewer, await getPostForViewer(ctx, viewer, id), change)
        await ctx.db.transact(async (tx) => {
          const changes = await changePost(tx, viewer.id, id, change, ctx.now())
          await audit(tx, viewer, actionOf(change), { kind: 'post', id }, changes)
        })
        purgeProfile(ctx, viewer.username)
        calendarChanged(ctx, viewer.id, 'post')
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
        calendarChanged(ctx, viewer.id, 'post')
        return { ok: true }
      },
      unlock: async (input, call) => {
        const attempt = () =>
          idempotent(ctx, call, posts.unlock, input, async (tx) => {
            const { meta, afterCommit } = await unlockPost(tx, ctx, call.me.id, input)
            return { answer: meta, afterCommit }
          })
        const meta = await attempt().catch((error: unknown) => {
          if (error instanceof AlreadyBought || isRetryableRace(error)) return attempt()
          throw error
        })
        return { post: await getPostForViewer(ctx, call.me, input.id), meta }
      },
      like: async ({ id }, { viewer }) => {
        const { author } = await getOpenPostForViewer(ctx, viewer, id)
        const { afterCommit, ...answer } = await ctx.db.transact(async (tx) => {
          await audit(tx, viewer, 'posts.like', { kind: 'post', id })
          const after = await toggleLike(tx, viewer.id, id)
          const notification = {
            userId: author.id,
            type: 'post_like',
            actorId: viewer.id,
            object: { kind: 'post', id },
          } as const
          return { ...after, afterCommit: after.liked ? await notifyOnce(tx, ctx, notification) : null }
        })
        afterCommit?.()
        return answer
      },
      bookmark: async ({ id }, { viewer }) => {
        await getPostForViewer(ctx, viewer, id)
        return { bookmarked: await ctx.db.transact((tx) => toggleBookmark(tx, viewer.id, id)) }
      },
      bookmarks: async (paging, { viewer }) => readBookmarks(ctx, viewer, paging),
    },
  )

/** What a change is called in the log of operators. */
const actionOf = ({ archived }: { archived?: boolean }): string =>
  archived === undefined ? 'posts.update' : archived ? 'posts.archive' : 'posts.bring_back'

/** An operator needs can_payment beside can_social to set a price, and can_medias to attach media (product §34a). */
function requireFlagsToSet(viewer: Viewer, writing: Partial<Writing>): void {
  if (writing.price !== undefined && writing.price !== null) requireFlag(viewer, 'can_payment')
  if ((writing.media_ids?.length ?? 0) + (writing.preview_ids?.length ?? 0) > 0) requireFlag(viewer, 'can_medias')
}

/**
 * Removing a price or media needs the same flags as setting them, and so does opening a priced post to another audience.
 * A change to the value that is already set needs none.
 */
function requireFlagsToRemove(viewer: Viewer, post: Post, change: Partial<Writing>): void {
  const isOpened = change.visibility !== undefined && change.visibility !== post.visibility
  if (post.price !== null && (change.price === null || isOpened)) requireFlag(viewer, 'can_payment')
  if (change.media_ids?.length === 0 && post.media.length > 0) requireFlag(viewer, 'can_medias')
  if (change.preview_ids?.length === 0 && post.preview_ids.length > 0) requireFlag(viewer, 'can_medias')
}
