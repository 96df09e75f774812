import { useInfiniteQuery } from '@tanstack/react-query'
import type { AlbumPage } from '../../../contract/albums.ts'
import type { Post } from '../../../contract/posts.ts'
import { m } from '../../paraglide/messages.js'
import { albumPostsQuery, useAddPostToAlbum, useMovePostInAlbum, useRemovePostFromAlbum } from '../../queries/albums.ts'
import { Button } from '../../ui/button.tsx'
import { buttonClasses } from '../../ui/button-classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { Menu } from '../../ui/menu.tsx'
import { toastWithUndo } from '../../ui/toast-with-undo.ts'
import { LoadError } from '../frame/load-error.tsx'
import { PostCard } from '../posts/post-card.tsx'
import { PostSkeleton } from '../posts/post-skeleton.tsx'

/** The posts of an album by their places; its creator moves them and takes them out. */
export function AlbumPosts({ album }: { album: AlbumPage }) {
  const list = useInfiniteQuery(albumPostsQuery(album.id))
  const posts = list.data?.pages.flatMap((page) => page.data)
  if (!posts && list.error)
    return <LoadError error={list.error} onRetry={() => void list.refetch()} busy={list.isRefetching} />
  if (!posts) return <PostSkeleton />
  if (posts.length === 0)
    return (
      <EmptyState scene="trunk" title={m.albums_no_posts_title()}>
        {album.can_edit ? m.albums_no_posts_own() : undefined}
      </EmptyState>
    )
  return (
    <>
      {posts.map((post, index) => (
        <div key={post.id}>
          {album.can_edit && (
            <PlaceInAlbum album={album.id} post={post} isFirst={index === 0} isLast={isLast(list, posts, index)} />
          )}
          <PostCard post={post} eager={index === 0} />
        </div>
      ))}
      <ListEnd hasMore={list.hasNextPage} loading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
    </>
  )
}

const isLast = (list: { hasNextPage: boolean }, posts: readonly Post[], index: number): boolean =>
  !list.hasNextPage && index === posts.length - 1

type PlaceProps = { album: string; post: Post; isFirst: boolean; isLast: boolean }

/** Above a post of one's own album: where it stands there, and the way out of it. */
function PlaceInAlbum({ album, post, isFirst, isLast }: PlaceProps) {
  const { mutate: move } = useMovePostInAlbum()
  const { mutateAsync: remove, isPending } = useRemovePostFromAlbum()
  const { mutateAsync: add } = useAddPostToAlbum()
  const place = { id: album, postId: post.id }
  const step = (label: string, direction: 'up' | 'down' | 'first') => ({
    label,
    onSelect: () => move({ ...place, direction }),
  })
  const steps = [
    ...(isFirst ? [] : [step(m.albums_post_up(), 'up'), step(m.albums_first(), 'first')]),
    ...(isLast ? [] : [step(m.albums_post_down(), 'down')]),
  ]
  // The row is gone after the removal, and the callbacks of `mutate` with it; failures have a toast of their own.
  const takeOut = () =>
    remove(place).then(
      ({ position }) =>
        toastWithUndo(m.albums_taken_out(), () =>
          add({ ...place, ...(position !== null && { position }) }).catch(() => undefined),
        ),
      () => undefined,
    )
  return (
    <div className="-mb-2 flex items-center justify-start gap-1 px-1 pt-2 sm:px-3">
      {steps.length > 0 && (
        <Menu label={m.albums_place()} items={steps} className={buttonClasses({ variant: 'ghost' })}>
          {m.albums_place()}
          <Icon name="chevron-down" className="size-4" />
        </Menu>
      )}
      <Button variant="ghost" busy={isPending} onClick={() => void takeOut()}>
        {m.albums_take_out()}
      </Button>
    </div>
  )
}
