import { useInfiniteQuery } from '@tanstack/react-query'
import type { PublicProfile } from '../../../contract/users.ts'
import { m } from '../../paraglide/messages.js'
import { postsOfUserQuery } from '../../queries/posts.ts'
import { Icon } from '../../ui/icon.tsx'
import { cropPosition, mediaDescription, setFacts } from '../../ui/media-facts.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { Picture } from '../../ui/picture.tsx'
import { postPath } from '../posts/post-link.ts'
import { pictureOf, type Teaser, teasersOf } from './teasers.ts'

/** Three pictures above the fold that lead to their posts, for those who do not subscribe. */
export function ProfileTeasers({ user }: { user: PublicProfile }) {
  // The page has loaded them, or shows a tab of its own and needs none.
  const { data } = useInfiniteQuery({ ...postsOfUserQuery(user.username ?? ''), enabled: false })
  const teasers = teasersOf(data?.pages[0]?.data ?? [])
  if (teasers.length === 0) return null
  return (
    <ul aria-label={m.profile_teasers()} className="mt-3 grid max-w-md grid-cols-3 gap-1 overflow-hidden rounded-media">
      {teasers.map((teaser) => (
        <li key={teaser.post.id}>
          <PageLink href={postPath(teaser.post)} className="block outline-offset-[-4px]">
            {teaser.media.locked ? <Locked teaser={teaser} /> : <Open teaser={teaser} />}
          </PageLink>
        </li>
      ))}
    </ul>
  )
}

const Open = ({ teaser: { media } }: { teaser: Teaser }) => (
  <span className="relative block aspect-square bg-sunken">
    <Picture
      src={pictureOf(media)}
      preview={media.preview}
      alt={mediaDescription(media)}
      // The cover, the largest paint, need not share a slow line with them; until they come their previews stand there.
      loading="lazy"
      decoding="async"
      className="size-full object-cover"
      style={{ objectPosition: cropPosition(media, 1) }}
    />
    {media.type === 'VIDEO' && (
      <Icon name="play" className="absolute right-1.5 bottom-1.5 size-6 rounded-full bg-scrim/70 p-1 text-on-scrim" />
    )}
  </span>
)

function Locked({ teaser: { post, media } }: { teaser: Teaser }) {
  return (
    <span className="locked aspect-square">
      <img src={media.preview ?? ''} alt="" decoding="async" className="silhouette" />
      <span className="locked-line">
        <Icon name="lock" className="size-4" />
        <span className="sr-only">{m.ui_locked()}</span>
        <span className="truncate">{setFacts(post.media.filter((it) => it.locked))}</span>
      </span>
    </span>
  )
}
