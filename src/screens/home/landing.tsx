import { Link } from '@tanstack/react-router'
import type { PublicProfile } from '../../../contract/users.ts'
import { m } from '../../paraglide/messages.js'
import type { LandingPost } from '../../queries/landing.ts'
import { buttonClasses } from '../../ui/button-classes.ts'
import { Mark, markPath } from '../../ui/mark.tsx'
import { SiteFooter } from '../trust/site-footer.tsx'
import { LandingMoney } from './landing-money.tsx'
import { LandingPosters } from './landing-posters.tsx'
import { LandingStage } from './landing-stage.tsx'
import { LandingWall } from './landing-wall.tsx'

type LandingProps = { creators: readonly PublicProfile[]; posts: readonly LandingPost[] }

/**
 * What a visitor sees at `/` (product §17): the house on the left stays put, the stage on the right scrolls.
 * First the people, then what unlocking is, what one can do here, what is open to everyone, and what happens with the
 * money.
 */
export function Landing({ creators, posts }: LandingProps) {
  // A film cannot be shown locked: what stands before it is its poster.
  const example = posts.find((it) => it.media.type === 'IMAGE')
  const wall = posts.filter((it) => it !== example).slice(0, 6)
  return (
    <div className="md:grid md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
      <header className="relative isolate flex flex-col overflow-hidden bg-scrim px-5 pt-4 pb-8 text-on-scrim md:sticky md:top-0 md:h-dvh md:self-start md:py-8 md:pr-8 md:pl-[max(2rem,calc(50vw-40rem))]">
        <Bells />
        <div className="flex items-center gap-3">
          <Mark className="size-9" />
          <span className="font-display font-extrabold text-lg tracking-tight">{m.app_name()}</span>
          <Link to="/login" className="-mr-3 ml-auto flex h-11 items-center px-3 font-semibold md:hidden">
            {m.nav_sign_in()}
          </Link>
        </div>
        <div className="mt-10 md:my-auto">
          <h1 className="max-w-[12ch] font-display font-extrabold text-2xl tracking-[-0.03em]">{m.landing_title()}</h1>
          <p className="mt-4 max-w-[28rem]">{m.landing_lead()}</p>
          <div className="mt-6 flex flex-wrap items-center gap-3">
            <Link to="/signup" className={buttonClasses({ variant: 'primary', size: 'lg' })}>
              {m.nav_sign_up()}
            </Link>
            <Link to="/login" className={`${onDark} border-on-scrim/50 max-md:hidden`}>
              {m.nav_sign_in()}
            </Link>
            <Link to="/search" className={`${onDark} border-transparent`}>
              {m.landing_look_around()}
            </Link>
          </div>
        </div>
        <p className="mt-6 text-sm max-md:hidden">{m.landing_adults()}</p>
      </header>
      <main className="min-w-0 pt-5 md:max-w-[48rem] 2xl:max-w-[66rem] md:px-10 md:pt-0 lg:px-16">
        {creators.length > 0 && <LandingPosters creators={creators} />}
        {example && <LandingStage post={example} />}
        <Programme />
        {wall.length > 1 && <LandingWall posts={wall} />}
        <LandingMoney />
        <section className="border-hairline border-t px-5 py-12 md:px-0">
          <h2 className="font-bold text-xl">{m.landing_stage_title()}</h2>
          <p className="mt-3 max-w-[34rem] text-ink-soft">{m.landing_stage_text()}</p>
          <Link to="/creator" className={`${buttonClasses()} mt-6`}>
            {m.landing_stage_action()}
          </Link>
        </section>
        <p className="px-5 pb-8 text-ink-soft text-sm md:hidden">{m.landing_adults()}</p>
        <SiteFooter />
      </main>
    </div>
  )
}

/** A link over the dark of the house, which is dark in both themes. */
const onDark =
  'inline-flex h-13 items-center rounded-control border px-6 font-semibold hover:bg-on-scrim/10 focus-visible:outline-on-scrim'

/** The mark as large as the wall, hardly lit. */
function Bells() {
  return (
    <svg
      viewBox="7 4.5 18 20"
      aria-hidden="true"
      className="-z-10 pointer-events-none absolute bottom-0 left-0 h-full fill-on-scrim/[0.04] max-md:hidden"
    >
      <path d={markPath} />
    </svg>
  )
}

/** What one can do here, as a playbill lists its numbers. */
function Programme() {
  const numbers = [
    [m.landing_follow(), m.landing_follow_text()],
    [m.landing_subscribe(), m.landing_subscribe_text()],
    [m.landing_unlock(), m.landing_unlock_text()],
    [m.landing_write(), m.landing_write_text()],
  ]
  return (
    <section aria-label={m.landing_programme()} className="border-hairline border-t px-5 pt-10 pb-4 md:px-0">
      <dl className="divide-y divide-hairline">
        {numbers.map(([act, text]) => (
          <div key={act} className="grid gap-1 py-5 sm:grid-cols-[12rem_minmax(0,1fr)] sm:gap-6">
            <dt className="font-bold font-display text-xl tracking-tight">{act}</dt>
            <dd className="max-w-[30rem] text-ink-soft sm:pt-1">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
