import { type QueryClient, useQuery } from '@tanstack/react-query'
import { createRootRouteWithContext, HeadContent, Outlet, redirect, ScriptOnce, Scripts } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { type ReactNode, Suspense, useEffect } from 'react'
import { discreetScript } from '../lib/discreet-script.ts'
import { guard } from '../lib/guards.ts'
import { RefusalError } from '../lib/refusal.ts'
import { earlyClickScript, replayClick } from '../lib/replay-click.ts'
import { isShell, sharedCookieDomain } from '../lib/request.ts'
import { m } from '../paraglide/messages.js'
import { getLocale } from '../paraglide/runtime.js'
import { loadSession, profileQuery } from '../queries/session.ts'
import { ActingStage } from '../screens/agencies/acting-stage-first.tsx'
import { ViewerProvider } from '../screens/frame/viewer-context.ts'
import { AfterHydration } from '../screens/runtime/after-hydration.tsx'
import appCss from '../styles/app.css?url'
import { fontLinks } from '../styles/fonts.ts'
import { iconLinks, themeColours, themeScript } from '../styles/head.ts'
import { FirstIcons } from '../ui/first-icons.tsx'
import { Toaster } from '../ui/toaster.tsx'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  beforeLoad: async ({ context, matches, location }) => {
    const verdict = guard({
      middleware: matches.flatMap((it) => it.staticData.middleware ?? []),
      closedWhileActing: matches.some((it) => it.staticData.closedWhileActing),
      session: await loadSession(context.queryClient),
      path: location.pathname,
      href: location.href,
    })
    if (verdict.go === 'to') throw redirect({ href: verdict.path })
    if (verdict.go === 'unavailable')
      throw new RefusalError({ error: 'unavailable', message: m.refusal_unavailable(), status: 503 })
    if (verdict.go === 'forbidden')
      throw new RefusalError({ error: 'permission_denied', message: m.refusal_permission_denied(), status: 403 })
  },
  head: ({ matches }) => ({
    // Where a page is missing its own route says nothing.
    meta: [{ title: matches.some(isMissing) ? m.error_missing_tab() : m.app_name() }, ...cardTags()],
    links: [{ rel: 'stylesheet', href: appCss }],
  }),
  ssr: () => !isShell(),
  shellComponent: Document,
  component: Root,
})

const isMissing = (it: { status: string; _notFound?: boolean }) => it.status === 'notFound' || it._notFound

function Document({ children }: { children: ReactNode }) {
  useEffect(replayClick, [])
  return (
    <html
      lang={getLocale() === 'fr' ? 'fr' : 'en-US'}
      data-cookie-domain={sharedCookieDomain()}
      suppressHydrationWarning
    >
      <head>
        {commonTags}
        <HeadContent />
        <ScriptOnce>{headScripts()}</ScriptOnce>
      </head>
      <body>
        <FirstIcons />
        {children}
        <Scripts />
      </body>
    </html>
  )
}

/** The same in the head of every page. `HeadContent` compares and copies each tag that a route names, for 3 µs apiece. */
const commonTags = (
  <>
    <meta charSet="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    {[...fontLinks, ...iconLinks].map((it) => (
      <link key={it.href} {...it} />
    ))}
    {themeColours.map((it) => (
      <meta key={it.media} {...it} />
    ))}
  </>
)

/** What search engines and share cards read, which is only what the server sends; a first visit does not download it. */
const cardTags = createIsomorphicFn()
  .server(() => [
    { name: 'description', content: m.session_site_description() },
    { property: 'og:site_name', content: m.app_name() },
    { property: 'og:locale', content: getLocale() === 'fr' ? 'fr_FR' : 'en_US' },
  ])
  .client(() => [])

/** What runs before the page is painted; the browser renders no scripts, so it does not fetch their text either. */
const headScripts = createIsomorphicFn()
  .server(() => `${themeScript};${discreetScript};${earlyClickScript}`)
  .client(() => '')

function Root() {
  const { data: profile } = useQuery(profileQuery)
  return (
    <ViewerProvider value={profile ?? null}>
      {profile?.acting_as && (
        <Suspense fallback={null}>
          <ActingStage />
        </Suspense>
      )}
      <Outlet />
      <Toaster />
      <AfterHydration isIn={profile != null} />
    </ViewerProvider>
  )
}
