import { type Comment, posts } from '../../../contract/posts.ts'
import { readPeople } from '../../people/views.ts'
import { audit } from '../../platform/audit/audit.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { implement } from '../../platform/http/implement.ts'
import { purgePerson, purgeProfile } from '../../platform/http/purge.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { notify } from '../notifications/notify.ts'
import { getComment, removeComment, writeComment } from './posts.ts'
import { getOpenPostForViewer, getPostForViewer } from './read.ts'
import { readComments } from './statements.ts'

const { comments, addComment, removeComment: remove } = posts

/** Comments on posts. */
export const commentRoutes = (ctx: Services) =>
  implement({ comments, addComment, removeComment: remove })({
    comments: async ({ id, ...paging }, { viewer }) => {
      const post = await getOpenPostForViewer(ctx, viewer, id)
      return listComments(ctx, viewer?.id ?? null, post.author.id, id, paging)
    },
    addComment: async ({ id, text, reply_to }, { viewer, created }) => {
      const post = await getOpenPostForViewer(ctx, viewer, id)
      if (!post.commenting.allowed) throw refuse('forbidden', { reason: post.commenting.reason ?? 'locked' })
      const { commentId, effects } = await ctx.db.transact(async (tx) => {
        const written = await writeComment(tx, viewer.id, id, text, reply_to ?? null)
        await audit(tx, viewer, 'posts.comment', { kind: 'comment', id: written.id })
        const about = { actorId: viewer.id, object: { kind: 'post', id } } as const
        const effects =
          written.parentAuthorId === null
            ? []
            : [await notify(tx, ctx, { ...about, userId: written.parentAuthorId, type: 'comment_reply' })]
        if (written.parentAuthorId !== post.author.id)
          effects.push(await notify(tx, ctx, { ...about, userId: post.author.id, type: 'post_comment' }))
        return { commentId: written.id, effects }
      })
      for (const afterCommit of effects) afterCommit()
      purgeProfile(ctx, post.author.username)
      created()
      const page = await listComments(ctx, viewer.id, post.author.id, id, { limit: 1, only: commentId })
      const [comment] = page.data
      if (comment === undefined) throw refuse('not_found')
      return comment
    },
    removeComment: async ({ id }, { viewer }) => {
      const { authorId, postId, ownerId } = await getComment(ctx.db, id)
      // Authors delete their comments and all comments on their posts. A viewer who cannot see the post gets `not_found`.
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

async function listComments(
  ctx: Services,
  viewerId: string | null,
  ownerId: string,
  postId: string,
  paging: { limit?: number; cursor?: string; only?: string },
): Promise<{ data: Comment[]; next: string | null }> {
  const limit = paging.limit ?? 30
  const [after = null] = fromCursor(paging.cursor, 'uuid') ?? []
  const parameters = { post: postId, viewer: viewerId, after, only: paging.only ?? null, limit: limit + 1 }
  const found = await ctx.db.run(readComments, parameters)
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
