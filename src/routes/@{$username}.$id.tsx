import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { fatal } from '../lib/fatal.ts'
import { loaderHead } from '../lib/loader-head.ts'
import { postHead } from '../lib/profile-head.ts'
import { RefusalError } from '../lib/refusal.ts'
import { postSearchHead } from '../lib/search-head.ts'
import { commentsQuery } from '../queries/comments.ts'
import { postQuery } from '../queries/posts.ts'
import { PostScreen } from '../screens/posts/post-screen.tsx'

export const Route = createFileRoute('/@{$username}/$id')({
  loader: async ({ context: { queryClient }, params: { username, id } }) => {
    const comments = queryClient.prefetchInfiniteQuery(commentsQuery(id))
    const post = await queryClient.ensureQueryData(postQuery(id)).catch(nothing)
    if (post.author.username !== username) throw redirect({ href: `/@${post.author.username}/${id}`, statusCode: 301 })
    await comments
    return postSearchHead(postHead(post), post)
  },
  head: loaderHead,
  component: Post,
})

function Post() {
  return <PostScreen id={Route.useParams().id} />
}

/** What is no post fails the route's check (spec §2); what is only away for the moment does not. */
function nothing(error: unknown): never {
  if (error instanceof RefusalError && error.status === 404) throw notFound({ data: fatal })
  throw error
}
