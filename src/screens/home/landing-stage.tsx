import { Link } from '@tanstack/react-router'
import { m } from '../../paraglide/messages.js'
import type { LandingPost } from '../../queries/landing.ts'
import { Icon } from '../../ui/icon.tsx'
import { cropPosition, mediaDescription, sourcesOf } from '../../ui/media-facts.ts'
import { Money } from '../../ui/money.tsx'
import { Picture } from '../../ui/picture.tsx'

/**
 * What unlocking is, shown with an open picture: as the page scrolls, a curtain parts before it as it looks locked, and
 * then it opens. It follows the scroll without a script (`landing-stage` in app.css); where an engine cannot, or where
 * motion is not wanted, the picture is open.
 */
export function LandingStage({ post }: { post: LandingPost }) {
  const { media, username, id } = post
  return (
    <section aria-labelledby="stage" className="border-hairline border-t px-5 py-12 md:px-0">
      <h2 id="stage" className="font-bold text-xl">
        {m.landing_unlock_title()}
      </h2>
      <p className="mt-3 max-w-[34rem] text-ink-soft">{m.landing_unlock_lead()}</p>
      <figure className="mt-6">
        <div className="landing-stage">
          <Picture
            src={media.url}
            {...sourcesOf(media, false)}
            alt={mediaDescription(media)}
            loading="lazy"
            decoding="async"
            className="size-full object-cover"
            style={{ objectPosition: cropPosition(media, 4 / 3) }}
          />
          <span aria-hidden="true" className="landing-lock locked">
            {media.preview && <img src={media.preview} alt="" loading="lazy" className="silhouette" />}
            <span className="locked-caption">
              <span className="flex items-center gap-1.5 font-semibold">
                <Icon name="lock" className="size-5" />
                {m.ui_photo()}
              </span>
              <span className="rounded-control bg-brass px-4 py-2.5 font-semibold text-on-brass">
                {m.ui_unlock()} · <Money amount={3} className="tabular-nums" />
              </span>
            </span>
          </span>
          <span aria-hidden="true" className="landing-curtain" />
          <span aria-hidden="true" className="landing-curtain landing-curtain-right" />
        </div>
        <figcaption className="mt-3 text-ink-soft text-sm">
          {m.landing_unlock_example()}{' '}
          <Link
            to="/@{$username}/$id"
            params={{ username, id }}
            className="font-semibold text-ink underline-offset-4 hover:underline"
          >
            @{username}
          </Link>
        </figcaption>
      </figure>
    </section>
  )
}
