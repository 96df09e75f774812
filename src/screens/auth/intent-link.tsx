import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { type Intent, openIntent } from '../../stores/intent.ts'

type IntentLinkProps = { intent: Intent; className?: string; children: ReactNode; label?: string }

/**
 * Replaces a button that needs an account: asks a visitor to join over the page they are on, and then does what they
 * wanted. Before the page is hydrated it leads to the sign-in page and back here.
 */
export function IntentLink({ intent, className, children, label }: IntentLinkProps) {
  const here = useRouter().latestLocation.href
  const open = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    openIntent(intent)
  }
  return (
    <a
      href={`/login?redirect=${encodeURIComponent(here)}`}
      aria-label={label}
      aria-haspopup="dialog"
      className={className}
      onClick={open}
    >
      {children}
    </a>
  )
}
