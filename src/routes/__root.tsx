import { type QueryClient, useQuery } from '@tanstack/react-query'
import { createRootRouteWithContext, HeadContent, Outlet, redirect, Scripts, useRouter } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { guard } from '../lib/guards.ts'
import { Refusal } from '../lib/refusal.ts'
import { requestNonce, sharedCookieDomain } from '../lib/request.ts'
import { m } from '../paraglide/messages.js'
import { getLocale } from '../paraglide/runtime.js'
import { loadSession, profileQuery } from '../queries/session.ts'
import { ViewerProvider } from '../screens/frame/viewer-context.ts'
import { themeScript } from '../stores/theme.ts'
import appCss from '../styles/app.css?url'
import { fontLinks } from '../styles/fonts.ts'
import { iconLinks, themeColours } from '../styles/head.ts'
import { Toaster } from '../ui/toaster.tsx'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  beforeLoad: async ({ context, matches, location }) => {
    const way = guard({
      middleware: matches.flatMap((it) => it.staticData.middleware ?? []),
      closedWhileActing: matches.some((it) => it.staticData.closedWhileActing),
      session: await loadSession(context.queryClient),
      path: location.pathname,
      href: location.href,
    })
    if (way.go === 'to') throw redirect({ href: way.path })
    if (way.go === 'unavailable')
      throw new Refusal({ error: 'unavailable', message: m.refusal_unavailable(), status: 503 })
    if (way.go === 'forbidden')
      throw new Refusal({ error: 'permission_denied', message: m.refusal_permission_denied(), status: 403 })
  },
  head: () => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
      { title: m.app_name() },
      { name: 'description', content: m.session_site_description() },
      { property: 'og:site_name', content: m.app_name() },
      { property: 'og:locale', content: getLocale() === 'fr' ? 'fr_FR' : 'en_US' },
    ],
    links: [{ rel: 'stylesheet', href: appCss }, ...fontLinks, ...iconLinks],
  }),
  shellComponent: Document,
  component: Root,
})

function Document({ children }: { children: ReactNode }) {
  return (
    <html lang={getLocale()} data-cookie-domain={sharedCookieDomain()} suppressHydrationWarning>
      <head>
        <HeadContent />
        {themeColours.map((it) => (
          <meta key={it.media} {...it} />
        ))}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own words, which must run before anything is painted. */}
        <script nonce={requestNonce()} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: themeScript }} />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  )
}

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

/**
 * Everything that a page needs only once it stands: the live socket, the title's badge, the question before a purchase.
 * A visitor who only looks needs none of it, so it is fetched with their first touch or key.
 */
function AfterHydration({ isIn }: { isIn: boolean }) {
  const router = useRouter()
  const [isUp, setIsUp] = useState(false)
  useEffect(() => {
    const up = () => setIsUp(true)
    if (isIn) return up()
    const signs = ['pointerdown', 'keydown'] as const
    for (const it of signs) addEventListener(it, up, { once: true })
    return () => {
      for (const it of signs) removeEventListener(it, up)
    }
  }, [isIn])
  useEffect(registerWorker, [])
  return (
    isUp && (
      <Suspense fallback={null}>
        <Companion router={router} />
      </Suspense>
    )
  )
}

/** Failure is ignored (SPEC §8). */
function registerWorker() {
  void navigator.serviceWorker?.register('/sw.js').catch(() => {})
}

const ActingStage = lazy(async () => ({ default: (await import('../screens/agencies/acting-stage.tsx')).ActingStage }))
const Companion = lazy(() => import('../live/companion.tsx'))
