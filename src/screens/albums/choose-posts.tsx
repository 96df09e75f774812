import { useInfiniteQuery } from '@tanstack/react-query'
import type { Album } from '../../../contract/albums.ts'
import type { Post } from '../../../contract/posts.ts'
import { m } from '../../paraglide/messages.js'
import { albumChoicesQuery, useAddPostToAlbum, useRemovePostFromAlbum } from '../../queries/albums.ts'
import { ListEnd } from '../../ui/list-end.tsx'
import { cropPosition } from '../../ui/media-facts.ts'
import { Picture } from '../../ui/picture.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { LoadError } from '../frame/load-error.tsx'

/** All posts of the creator that are out: a touch puts one into the album or takes it out. */
export function ChoosePosts({ album, onClose }: { album: Album; onClose: () => void }) {
  const list = useInfiniteQuery(albumChoicesQuery(album.id))
  const add = useAddPostToAlbum()
  const remove = useRemovePostFromAlbum()
  const choices = list.data?.pages.flatMap((page) => page.data)
  // A switch shows what was asked while the answer is on its way.
  const asked = add.isPending ? add.variables : remove.isPending ? remove.variables : undefined
  return (
    <Sheet open onOpenChange={onClose} title={m.albums_add_title({ name: album.name })}>
      {choices ? (
        <>
          {choices.length === 0 && <p className="text-ink-soft">{m.albums_add_none()}</p>}
          <ul className="divide-y divide-hairline">
            {choices.map(({ post, in_album }) => (
              <li key={post.id} className="flex items-center gap-3 py-1">
                <FirstPicture post={post} />
                <div className="min-w-0 flex-1">
                  <Switch
                    label={beginningOf(post) || m.composer_no_words()}
                    hint={<TimeAgo at={post.created_at} />}
                    checked={asked?.postId === post.id ? add.isPending : in_album}
                    onChange={(isIn) => (isIn ? add : remove).mutate({ id: album.id, postId: post.id })}
                  />
                </div>
              </li>
            ))}
          </ul>
          {choices.length > 0 && (
            <ListEnd
              hasMore={list.hasNextPage}
              loading={list.isFetchingNextPage}
              onMore={() => void list.fetchNextPage()}
            />
          )}
        </>
      ) : list.error ? (
        <LoadError error={list.error} onRetry={() => void list.refetch()} busy={list.isRefetching} />
      ) : (
        <SkeletonList rows={5} row="py-3" />
      )}
    </Sheet>
  )
}

const beginningOf = ({ text }: Post): string => {
  const words = text?.replace(/\s+/g, ' ') ?? ''
  return words.length > 80 ? `${words.slice(0, 79)}…` : words
}

function FirstPicture({ post }: { post: Post }) {
  const [first] = post.media
  if (!first?.preview) return null
  return (
    <span className="size-12 shrink-0 overflow-hidden rounded-control">
      <Picture
        src={(first.type === 'IMAGE' ? (first.small ?? first.url) : first.poster) ?? first.preview}
        alt=""
        loading="lazy"
        className="size-full object-cover"
        style={{ objectPosition: cropPosition(first, 1) }}
      />
    </span>
  )
}
