import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { m } from '../../paraglide/messages.js'
import { type Bought, closeBought } from '../../stores/purchase.ts'
import { buttonClasses } from '../../ui/button-classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { PageLink } from '../../ui/page-link.tsx'

const shownMs = 12_000

/**
 * The moment after a purchase: what opened, and a way to say hello. It covers nothing that was bought, and leaves by
 * itself, with the page, or by its button; a reader who holds the pointer or the focus on it keeps it.
 */
export function BoughtCard({ bought }: { bought: Bought }) {
  const here = useLocation({ select: (it) => it.pathname })
  const [openedAt] = useState(here)
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (here !== openedAt) return closeBought()
    if (isHeld) return
    const timer = setTimeout(closeBought, shownMs)
    return () => clearTimeout(timer)
  }, [here, openedAt, isHeld])
  const name = bought.creator.display_name ?? `@${bought.creator.username}`
  return (
    <section
      role="status"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="fixed inset-x-4 bottom-[calc(var(--tabs)+1rem)] z-40 mx-auto flex max-w-96 animate-rise flex-col gap-3 overflow-hidden rounded-media border-brass border-t-4 bg-raised p-4 shadow-sheet md:right-6 md:left-auto md:mx-0 md:w-96"
    >
      <div className="flex items-start gap-3">
        <Icon name="circle-check" className="mt-0.5 size-6 shrink-0 text-leaf-text" />
        <div className="min-w-0 flex-1">
          <p className="wrap-anywhere font-bold font-display text-lg leading-tight">
            {bought.kind === 'subscribe'
              ? m.purchase_subscribed({ name: `@${bought.creator.username}` })
              : m.purchase_unlocked()}
          </p>
          <p className="wrap-anywhere mt-1 text-ink-soft text-sm">
            {bought.kind === 'subscribe' ? m.purchase_bought_opens({ name }) : m.purchase_bought_stays()}
          </p>
        </div>
        <button
          type="button"
          aria-label={m.ui_close()}
          onClick={closeBought}
          className="-mt-2 -mr-2 flex size-11 shrink-0 items-center justify-center rounded-control text-ink-soft hover:bg-sunken hover:text-ink"
        >
          <Icon name="x" className="size-5" />
        </button>
      </div>
      <PageLink
        href={`/chat?u=${encodeURIComponent(bought.creator.username ?? '')}`}
        className={buttonClasses({ wide: true })}
      >
        <Icon name="message-circle" className="size-5" />
        {m.purchase_bought_hello({ name })}
      </PageLink>
    </section>
  )
}
