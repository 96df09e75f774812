import { useLocation } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { Profile } from '../../../contract/profile.ts'
import { m } from '../../paraglide/messages.js'
import { Coins } from '../../ui/coins.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { Mark } from '../../ui/mark.tsx'
import { PageLink } from '../../ui/page-link.tsx'

/** One navigation for both sizes: tabs at the bottom of a phone, the rail at the left of a laptop. */
export function Nav({ viewer, rail = false }: { viewer: Profile | null; rail?: boolean }) {
  const path = useLocation({ select: pathOf })
  return (
    <nav
      aria-label={m.nav_label()}
      data-rail={rail || undefined}
      className="fixed inset-x-0 bottom-0 z-30 flex border-hairline border-t bg-paper pb-[env(safe-area-inset-bottom)] md:sticky md:top-(--bar) md:h-[calc(100dvh-var(--bar)-var(--tabs))] md:flex-col md:gap-1 md:self-start md:border-t-0 md:px-3 md:py-4"
    >
      <PageLink
        href="/"
        className="-mt-1.5 mb-2.5 hidden min-h-11 items-center gap-3 px-2 md:flex"
        aria-label={m.app_name()}
      >
        <Mark className="size-8" />
        <span className="nav-name hidden font-display font-extrabold text-lg tracking-tight lg:inline">
          {m.app_name()}
        </span>
      </PageLink>
      <Item path={path} to="/" icon="house" label={m.nav_home()} />
      <Item path={path} to="/search" icon="search" label={m.nav_search()} />
      {viewer ? <UserItems path={path} viewer={viewer} rail={rail} /> : <VisitorItems path={path} />}
    </nav>
  )
}

const pathOf = ({ pathname }: { pathname: string }) => pathname

/** Notifications (but on their own page) and coins, which the phone shows in the corner of its top bar. */
export function PhoneCorner({ viewer }: { viewer: Profile | null }) {
  const path = useLocation({ select: pathOf })
  if (!viewer) return null
  return (
    <div className="-mr-2 flex items-center md:hidden">
      {viewer.coins !== null && (
        <PageLink href="/settings/payments" className="flex h-11 items-center px-2">
          <Coins amount={viewer.coins} stacked className="items-end leading-tight" />
        </PageLink>
      )}
      {viewer.is_creator && path !== '/creator' && (
        // The narrowest phones have no room for it beside what a page itself has up there.
        <PageLink href="/creator" className="flex size-11 items-center justify-center max-[22rem]:hidden">
          <span className="sr-only">{m.nav_studio()}</span>
          <Icon name="chart-line" className="size-6" />
        </PageLink>
      )}
      {path !== '/notifications' && (
        <PageLink href="/notifications" className="relative flex size-11 items-center justify-center">
          <span className="sr-only">{m.nav_notifications()}</span>
          <Icon name="bell" className="size-6" />
          <Unread count={viewer.unread_notifications} className="top-1 left-6" />
        </PageLink>
      )}
    </div>
  )
}

function UserItems({ path, viewer, rail }: { path: string; viewer: Profile; rail: boolean }) {
  const create = viewer.is_creator
    ? ({ to: '/upload', icon: 'circle-plus', label: m.nav_create() } as const)
    : ({ to: '/settings/unlocked', icon: 'lock-open', label: m.nav_unlocked() } as const)
  return (
    <>
      <Item path={path} {...create} />
      <Item
        path={path}
        to="/chat"
        // What creators live from are the messages of fans; their own as a fan are one tab away.
        query={viewer.is_creator ? '?mode=creator' : ''}
        icon="message-circle"
        label={m.nav_chat()}
        unread={viewer.unread_messages}
      />
      {viewer.is_creator && <Item path={path} to="/creator" icon="chart-line" label={m.nav_studio()} laptop exact />}
      {viewer.is_creator && <Item path={path} to="/creator/audience" icon="users" label={m.nav_fans()} laptop />}
      <Item path={path} to={viewer.username ? `/@${viewer.username}` : '/onboarding'} icon="user" label={m.nav_me()} />
      <Item
        path={path}
        to="/notifications"
        icon="bell"
        label={m.nav_notifications()}
        unread={viewer.unread_notifications}
        laptop
      />
      {viewer.coins !== null && !rail && (
        <PageLink
          href="/settings/payments"
          className="mt-auto hidden min-h-11 items-center rounded-control px-3 hover:bg-sunken lg:flex"
        >
          <Coins amount={viewer.coins} />
        </PageLink>
      )}
    </>
  )
}

/** Links to sign-in and sign-up, which lead back to this page. */
function VisitorItems({ path }: { path: string }) {
  const here = useLocation({ select: hrefOf })
  const back = here === '/' ? '' : `?redirect=${encodeURIComponent(here)}`
  return (
    <>
      <Item path={path} to="/signup" query={back} icon="user-plus" label={m.nav_sign_up()} />
      <Item path={path} to="/login" query={back} icon="key-round" label={m.nav_sign_in()} />
    </>
  )
}

const hrefOf = ({ href }: { href: string }) => href

type ItemProps = {
  path: string
  to: string
  query?: string
  icon: IconName
  label: string
  unread?: number
  laptop?: boolean
  /** Pages below it have places of their own. */
  exact?: boolean
}

/** One of the places; it is the present one on its page and, but for home, on those below it. */
function Item({ path, to, query = '', icon, label, unread = 0, laptop = false, exact = false }: ItemProps) {
  const isHere = path === to || (to !== '/' && !exact && path.startsWith(`${to}/`))
  return (
    <PageLink
      href={to + query}
      preload={to}
      aria-current={isHere ? 'page' : undefined}
      className={laptop ? 'nav-item nav-item-laptop' : 'nav-item'}
    >
      <span className="relative">
        <Icon name={icon} className="size-6" />
        <Unread count={unread} className="-top-1.5 left-4" />
      </span>
      <span className="nav-name max-w-full truncate md:max-lg:sr-only">{label}</span>
    </PageLink>
  )
}

function Unread({ count, className }: { count: number; className: string }): ReactNode {
  if (count <= 0) return null
  return (
    <span
      className={clsx(
        'absolute flex h-4.5 min-w-4.5 items-center justify-center rounded-full bg-signal px-1 font-bold text-on-signal text-xs tabular-nums ring-2 ring-paper',
        className,
      )}
    >
      {count > 99 ? '99+' : count}
      <span className="sr-only">{m.nav_unread()}</span>
    </span>
  )
}
