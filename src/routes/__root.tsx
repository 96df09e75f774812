import { type QueryClient, useQuery } from '@tanstack/react-query'
import {
  type AnyRouter,
  createRootRouteWithContext,
  Outlet,
  redirect,
  Scripts,
  useMatches,
  useRouter,
} from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { type ReactNode, Suspense, useEffect } from 'react'
import { pressAgain } from '../lib/early-click.ts'
import { guard } from '../lib/guards.ts'
import { headTags, nameOf } from '../lib/head-tags.ts'
import { Refusal } from '../lib/refusal.ts'
import { requestNonce, sharedCookieDomain } from '../lib/request.ts'
import { AfterHydration } from '../live/after-hydration.tsx'
import { m } from '../paraglide/messages.js'
import { getLocale } from '../paraglide/runtime.js'
import { loadSession, profileQuery } from '../queries/session.ts'
import { ActingStage } from '../screens/agencies/acting-stage-first.tsx'
import { ViewerProvider } from '../screens/frame/viewer-context.ts'
import { headText } from '../server/head.server.ts'
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
  const head = headAsText(useRouter())
  useEffect(pressAgain, [])
  return (
    <html lang={getLocale()} data-cookie-domain={sharedCookieDomain()} suppressHydrationWarning>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: written by `headText`, which escapes what it is given. */}
      {head === null ? <Head /> : <head dangerouslySetInnerHTML={{ __html: head }} />}
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  )
}

/** What the server has written as text: the browser finds each tag there and keeps it as the pages change. */
function Head() {
  const { metas, links } = useMatches({ select: headTags })
  const nonce = requestNonce()
  return (
    <head>
      {metas.map((it) => (it.title ? <title key="title">{it.title}</title> : <meta key={nameOf(it)} {...it} />))}
      {nonce && <meta property="csp-nonce" content={nonce} />}
      {links.map((it) => (
        <link key={`${it.rel} ${it.href}`} {...it} {...(it.rel === 'stylesheet' && { precedence: 'default' })} />
      ))}
      {themeColours.map((it) => (
        <meta key={it.media} {...it} />
      ))}
      {/* The server's scripts, which have run already. */}
      <script nonce={nonce} suppressHydrationWarning>
        {''}
      </script>
    </head>
  )
}

const headAsText = createIsomorphicFn()
  .server((router: AnyRouter): string | null => headText(router))
  .client((_router: AnyRouter): string | null => null)

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
