import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { PublicProfile } from '../../../contract/users.ts'
import { m } from '../../paraglide/messages.js'
import { Coins } from '../../ui/coins.tsx'
import { Picture } from '../../ui/picture.tsx'

/** Tonight's bill: a row of posters to swipe on phones, two hung columns on laptops. */
export function LandingPosters({ creators }: { creators: readonly PublicProfile[] }) {
  return (
    <section aria-labelledby="bill" className="pb-12 md:pt-8">
      <h2 id="bill" className="px-5 pb-3 font-semibold text-ink-soft text-sm md:px-0">
        {m.landing_bill()}
      </h2>
      <ul className="no-scrollbar relative flex snap-x snap-mandatory scroll-pl-5 gap-3 overflow-x-auto px-5 md:grid md:grid-cols-2 2xl:grid-cols-3 md:gap-x-5 md:gap-y-8 md:overflow-visible md:px-0">
        {creators.slice(0, 8).map((creator, at) => (
          <Poster key={creator.id} creator={creator} at={at} />
        ))}
      </ul>
    </section>
  )
}

/** The first poster is what a phone shows first; the second, of which it shows the edge, must not hold it up. */
function Poster({ creator, at }: { creator: PublicProfile; at: number }) {
  const picture = creator.avatar ?? creator.cover
  const name = creator.display_name || creator.username || ''
  return (
    <li className="w-[68vw] max-w-72 shrink-0 snap-start md:w-auto md:max-w-none md:max-2xl:even:translate-y-16 md:max-2xl:last:even:mb-16 2xl:nth-[3n+2]:translate-y-16 2xl:last:nth-[3n+2]:mb-16">
      <Link to="/@{$username}" params={{ username: creator.username ?? '' }} className="group block rounded-media">
        <span className="relative isolate flex aspect-[4/5] items-end overflow-hidden rounded-media bg-scrim text-on-scrim">
          <Picture
            src={picture}
            alt=""
            loading={at < 2 ? 'eager' : 'lazy'}
            fetchPriority={at === 0 ? 'high' : 'low'}
            decoding="async"
            className="-z-10 absolute inset-0 size-full object-cover transition-transform duration-300 group-hover:scale-[1.03]"
            instead={null}
          />
          <span
            className={clsx(
              'w-full bg-linear-to-t from-scrim/90 via-scrim/60 to-transparent p-4',
              picture ? 'pt-16' : 'pt-4',
            )}
          >
            <span className="block font-display font-extrabold text-xl tracking-tight">{name}</span>
            <span className="block truncate text-sm">@{creator.username}</span>
          </span>
        </span>
        {creator.bio && <span className="mt-3 line-clamp-2 text-sm">{creator.bio}</span>}
        <span className="mt-1 block text-ink-soft text-sm">
          <Price price={creator.subscription_price} />
        </span>
      </Link>
    </li>
  )
}

function Price({ price }: { price: number | null }) {
  if (!price) return m.landing_free()
  return (
    <>
      <Coins amount={price} /> {m.landing_a_month()}
    </>
  )
}
