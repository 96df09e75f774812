import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { albumHead } from '../lib/album-head.ts'
import { fatal } from '../lib/fatal.ts'
import { loaderHead } from '../lib/loader-head.ts'
import { RefusalError } from '../lib/refusal.ts'
import { albumPostsQuery, albumQuery } from '../queries/albums.ts'
import { AlbumScreen } from '../screens/albums/album-screen.tsx'

export const Route = createFileRoute('/@{$username}/albums/$id')({
  loader: async ({ context: { queryClient }, params: { username, id } }) => {
    const posts = queryClient.prefetchInfiniteQuery(albumPostsQuery(id))
    const album = await queryClient.ensureQueryData(albumQuery(id)).catch(nothing)
    const { username: name } = album.creator
    if (name !== username) throw redirect({ href: `/@${name}/albums/${id}`, statusCode: 301 })
    await posts
    return albumHead(album)
  },
  head: loaderHead,
  component: AlbumPage,
})

function AlbumPage() {
  return <AlbumScreen id={Route.useParams().id} />
}

/** What is no album fails the route's check (spec §2); what is only away for the moment does not. */
function nothing(error: unknown): never {
  if (error instanceof RefusalError && error.status === 404) throw notFound({ data: fatal })
  throw error
}
