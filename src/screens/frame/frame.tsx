import { clsx } from 'clsx'
import { type ReactNode, Suspense, useEffect, useSyncExternalStore } from 'react'
import { m } from '../../paraglide/messages.js'
import { Icon } from '../../ui/icon.tsx'
import { lazily } from '../../ui/lazily.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { Nav, PhoneCorner } from './nav.tsx'
import { useViewer } from './viewer-context.ts'

type FrameProps = {
  children: ReactNode
  /** The page's name, in the bar at the top. */
  title: string
  /** Without navigation: sign-in pages, and screens that must be finished. */
  bare?: boolean
  /** The whole width beside the rail, for panes (chat) and tables. */
  wide?: boolean
  /** The screen has a heading of its own, so the title of the bar is not one. */
  ownHeading?: boolean
  /** Where the arrow in the bar leads. */
  back?: string | undefined
  /** The screen begins with a picture that runs under the bar; on phones its arrow goes back to where the viewer was. */
  overPicture?: boolean
  /** Buttons at the end of the bar. */
  actions?: ReactNode
  /** The screen has bars of its own, one for each pane. */
  panes?: boolean
  /** Without the tabs of a phone: a conversation needs their room. */
  tabless?: boolean
}

/** The stage around every screen: bar and tabs on phones, rail and columns on laptops. */
export function Frame({ children, bare = false, wide = false, panes = false, tabless = false, ...bar }: FrameProps) {
  const viewer = useViewer()
  useEffect(listenForShortcuts, [])
  return (
    <div
      className={clsx(
        'mx-auto min-h-dvh w-full',
        !bare && 'pb-(--tabs) md:grid',
        tabless && 'tabless',
        bar.back === '/settings' && 'setting',
        !bare && (panes ? railColumns : wide ? `${railColumns} lg:grid-cols-[15rem_minmax(0,1fr)]` : columns),
      )}
    >
      <a
        href="#main"
        className="sr-only z-50 rounded-control bg-ink px-4 py-3 font-semibold text-paper focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {m.nav_skip()}
      </a>
      {!bare && <Nav viewer={viewer} rail={panes} />}
      <div
        className={clsx(
          'flex min-w-0 flex-col',
          !bare && 'md:border-hairline md:border-x',
          bare && 'mx-auto max-w-[40rem]',
        )}
      >
        {!panes && <Bar {...bar} bare={bare} />}
        <main id="main" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
          {children}
        </main>
      </div>
      {viewer && !bare && !wide && <Context />}
    </div>
  )
}

type BarProps = Pick<FrameProps, 'title' | 'bare' | 'ownHeading' | 'back' | 'overPicture' | 'actions'>

/** The bar at the top of a page or pane. */
export function Bar({ title, bare = false, ownHeading = false, back, overPicture = false, actions }: BarProps) {
  const viewer = useViewer()
  const Title = ownHeading ? 'p' : 'h1'
  return (
    <header
      className={clsx(
        'sticky top-(--bar) z-20 flex h-14 shrink-0 items-center gap-1 border-hairline border-b bg-paper px-4',
        overPicture && 'bar-over-picture',
      )}
    >
      {back && (
        <PageLink
          href={back}
          returns={overPicture}
          aria-label={m.nav_back()}
          className={clsx(
            'flex size-11 shrink-0 items-center justify-center',
            overPicture ? '-ml-2 mr-1 md:hidden' : '-ml-3 rounded-control hover:bg-sunken',
          )}
        >
          <Icon name="arrow-left" className="size-5" />
        </PageLink>
      )}
      <Title className="bar-title">{title}</Title>
      {actions}
      {!bare && <PhoneCorner viewer={viewer} />}
    </header>
  )
}

const SideColumn = lazily(async () => (await import('./side-column.tsx')).default)

/** The third column, where the screen has room for it; phones do not even fetch its code. */
function Context() {
  const hasRoom = useSyncExternalStore(
    (changed) => {
      const room = matchMedia(roomFor)
      room.addEventListener('change', changed)
      return () => room.removeEventListener('change', changed)
    },
    () => matchMedia(roomFor).matches,
    () => false,
  )
  return (
    <aside aria-label={m.beside_label()} className="hidden px-6 pt-6 lg:block">
      {hasRoom && (
        <Suspense>
          <SideColumn />
        </Suspense>
      )}
    </aside>
  )
}

const roomFor = '(min-width: 64rem)'

/** Panes need the room that the names of places would take. */
const railColumns = 'md:grid-cols-[4.5rem_minmax(0,1fr)]'
const columns =
  'md:max-w-[46rem] md:grid-cols-[4.5rem_minmax(0,40rem)] lg:max-w-[77rem] lg:grid-cols-[15rem_minmax(0,40rem)_22rem]'

/** The code of the shortcuts is loaded with the first key, which is passed to it. */
function listenForShortcuts() {
  const first = (event: KeyboardEvent) => void import('./shortcuts.ts').then((it) => it.listen(event))
  addEventListener('keydown', first, { once: true })
  return () => removeEventListener('keydown', first)
}
