import type { Media } from '../../../contract/media.ts'
import type { Post } from '../../../contract/posts.ts'
import { m } from '../../paraglide/messages.js'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { mediaDescription, mediaFacts } from '../../ui/media-facts.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { Picture } from '../../ui/picture.tsx'
import { postPath } from './post-link.ts'
import type { ListQuery } from './post-list.tsx'

/** The pictures of the posts alone; each leads to its post. */
export function MediaGrid({ posts, list }: { posts: readonly Post[]; list: ListQuery }) {
  const tiles = posts.flatMap((post) => post.media.map((media) => ({ post, media })))
  if (tiles.length === 0 && !list.hasNextPage) return <EmptyState title={m.profile_media_empty()} />
  return (
    <>
      <div className="grid grid-cols-3 gap-0.5">
        {tiles.map(({ post, media }) => (
          <PageLink
            key={post.id + media.id}
            href={postPath(post)}
            aria-label={media.locked ? `${mediaFacts(media)}, ${m.ui_locked()}` : mediaDescription(media)}
            className="relative block aspect-square overflow-hidden bg-sunken outline-offset-[-4px]"
          >
            <Thumb media={media} />
          </PageLink>
        ))}
      </div>
      <ListEnd hasMore={list.hasNextPage} loading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
    </>
  )
}

function Thumb({ media }: { media: Media }) {
  const source = (media.type === 'IMAGE' ? media.url : media.poster) ?? media.preview
  const mark = media.locked ? 'lock' : media.type === 'IMAGE' ? null : 'play'
  return (
    <>
      <Picture
        src={source}
        alt=""
        loading="lazy"
        decoding="async"
        className={`size-full object-cover ${media.locked ? 'scale-110 blur-xl' : ''}`}
        {...(mark && { instead: null })}
      />
      {mark && (
        <span className="absolute inset-0 flex items-center justify-center bg-scrim/40 text-on-scrim">
          <Icon name={mark} className="size-6" />
        </span>
      )}
    </>
  )
}
