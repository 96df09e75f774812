import { Link } from '@tanstack/react-router'
import { m } from '../../paraglide/messages.js'
import { type LandingPost, pictureOf } from '../../queries/landing.ts'
import { cropPosition, mediaDescription, sourcesOf } from '../../ui/media-facts.ts'
import { Picture } from '../../ui/picture.tsx'
import { SilentFilm } from '../../ui/silent-film.tsx'

/** Posts that everyone may see, as they are: pictures, and films that play without sound while they are in view. */
export function LandingWall({ posts }: { posts: readonly LandingPost[] }) {
  return (
    <section aria-labelledby="wall" className="border-hairline border-t px-5 py-12 md:px-0">
      <h2 id="wall" className="font-bold text-xl">
        {m.landing_wall_title()}
      </h2>
      <p className="mt-3 max-w-[34rem] text-ink-soft">{m.landing_wall_lead()}</p>
      <ul className="mt-6 grid grid-cols-2 gap-x-3 gap-y-6 sm:grid-cols-3 2xl:grid-cols-6">
        {posts.map((post) => (
          <li key={post.id} className="min-w-0">
            <OpenPost post={post} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function OpenPost({ post: { id, username, name, text, media } }: { post: LandingPost }) {
  return (
    <Link to="/@{$username}/$id" params={{ username, id }} className="group block rounded-media">
      <span className="relative block aspect-square overflow-clip rounded-media bg-sunken">
        <Picture
          src={pictureOf(media)}
          preview={media.preview}
          {...sourcesOf(media, true)}
          alt={mediaDescription(media)}
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
          style={{ objectPosition: cropPosition(media, 1) }}
        />
        {media.type === 'VIDEO' && <SilentFilm media={media} />}
      </span>
      <span className="mt-2 block truncate font-semibold group-hover:underline">{name}</span>
      {text && <span className="line-clamp-2 text-ink-soft text-sm">{text}</span>}
    </Link>
  )
}
