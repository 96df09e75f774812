import type {} from '@tanstack/react-router'
import type { Profile } from '../../contract/profile.ts'
import type { Session } from './session-state.ts'

/** The middleware that a route names in its `staticData` (spec §2). */
type Middleware = 'auth' | 'guest' | 'creator'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    middleware?: readonly Middleware[]
    /** Account and agency settings are closed while an operator acts for a creator (spec §6). */
    closedWhileActing?: true
  }
}

export type GuardFacts = {
  /** The names of all matched routes, outermost first. */
  middleware: readonly string[]
  closedWhileActing: boolean
  session: Session
  path: string
  /** Path, query and fragment: where to come back to. */
  href: string
}

/** Go on, go elsewhere (a path of this site), or wait until the session is known again. */
export type GuardVerdict = { go: 'on' } | { go: 'to'; path: string } | { go: 'unavailable' } | { go: 'forbidden' }

/**
 * Whether a page may be entered (spec §2, §4, product §25). These are manners: the API is the lock. A middleware
 * with an unknown name is an error (spec §8).
 */
export function guard(facts: GuardFacts): GuardVerdict {
  const verdicts = facts.middleware.map((name) => {
    const check = isMiddleware(name) ? checks[name] : null
    if (!check) throw new Error(`Unknown route middleware: ${name}`)
    return check(facts)
  })
  return [onboarding(facts), ...verdicts, acting(facts)].find((it) => it.go !== 'on') ?? on
}

const on: GuardVerdict = { go: 'on' }
const to = (path: string): GuardVerdict => ({ go: 'to', path })

const checks: Record<Middleware, (facts: GuardFacts) => GuardVerdict> = {
  auth: ({ session, href }) => {
    if (session.state === 'out') return to(`/login?redirect=${encodeURIComponent(href)}`)
    return session.state === 'unknown' ? { go: 'unavailable' } : on
  },
  guest: ({ session }) => (session.state === 'in' ? to('/') : on),
  creator: ({ session, path }) =>
    session.state === 'in' && !session.profile.is_creator ? to(instead[path] ?? '/creator') : on,
}

/** Where a fan finds what they look for on a page of creators. */
const instead: Record<string, string> = { '/settings/subscriptions': '/subscriptions' }

const isMiddleware = (name: string): name is Middleware => Object.hasOwn(checks, name)

/** A logged-in user without username or birthdate finishes onboarding first; one who has both has no business there. */
function onboarding({ session, path }: GuardFacts): GuardVerdict {
  if (session.state !== 'in' || exempt.has(path)) return on
  const isDone = isOnboarded(session.profile)
  if (path === '/onboarding') return isDone ? to(`/@${session.profile.username}`) : on
  return isDone ? on : to('/onboarding')
}

/** An operator does not see the creator's birthdate, and the creator's onboarding is done. */
export function isOnboarded({ username, birthdate, acting_as }: Profile): boolean {
  return acting_as !== null || (username !== null && birthdate !== null)
}

/** Reporting is open to everyone (product §23), also to a user whose birthdate was refused by a slip of theirs. */
const exempt = new Set(['/login', '/signup', '/forgot-password', '/auth/callback', '/settings/report'])

function acting({ session, closedWhileActing }: GuardFacts): GuardVerdict {
  return closedWhileActing && session.state === 'in' && session.profile.acting_as !== null ? { go: 'forbidden' } : on
}
