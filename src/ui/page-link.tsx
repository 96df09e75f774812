import { type AnyRouter, useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'

/** `preload`: the page whose parts are fetched before the click, where it is not `href` as it is written. */
type PageLinkProps = ComponentProps<'a'> & {
  href: string
  preload?: string | false
  /** It goes back to the page before, where there is one of ours. */
  returns?: boolean
}

/**
 * A link to a page of ours whose address is at hand. It goes there like the router's `Link`, fetching the page's parts
 * when the pointer or the focus reaches it, without asking the router to build and compare an address: lists of dozens
 * of links cost the server nothing but their markup.
 */
export function PageLink({ href, preload = href, returns = false, ...rest }: PageLinkProps) {
  const router: AnyRouter = useRouter()
  // A query would need taking apart first; such links are not worth it.
  const isReachable = preload !== false && !preload.includes('?')
  const preloadHere = isReachable ? () => preloadSoon(router, preload) : undefined
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => go(event, router, returns && router.history.canGoBack() ? null : href)}
      onPointerEnter={preloadHere}
      onPointerLeave={isReachable ? cancelPreload : undefined}
      onFocus={preloadHere}
    />
  )
}

/** A pointer that only passes over a link wants nothing of it. */
function preloadSoon(router: AnyRouter, href: string) {
  cancelPreload()
  preloadTimer = setTimeout(() => void router.preloadRoute({ to: href }).catch(() => {}), 50)
}

const cancelPreload = () => clearTimeout(preloadTimer)
let preloadTimer: ReturnType<typeof setTimeout> | undefined

/** A plain click stays in the app; one that asks for a new tab or a download is the browser's. */
function go(event: MouseEvent<HTMLAnchorElement>, router: AnyRouter, href: string | null) {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return
  event.preventDefault()
  if (href === null) router.history.back()
  else void router.navigate({ href })
}
