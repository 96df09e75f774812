import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { termsVersion, trustPages } from '../../../contract/trust-pages.ts'
import { m } from '../../paraglide/messages.js'
import { useAcceptTerms } from '../../queries/account.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { buttonClasses } from '../../ui/button-classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { SheetPanel } from '../../ui/sheet-panel.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { RefusalMessage } from './section.tsx'

/** Asks once in this tab to accept a new version of the terms (product §46), over whatever page is open. */
export function TermsSheet() {
  const viewer = useViewer()
  const path = useLocation({ select: (it) => it.pathname })
  const [isOpen, setIsOpen] = useState(() => !wasAsked())
  const { mutate, isPending, error } = useAcceptTerms()
  const close = () => {
    rememberAsked()
    setIsOpen(false)
  }
  const accept = () => mutate(null, { onSuccess: () => void toast(m.terms_due_thanks(), { type: 'success' }) })
  if (viewer?.username == null || leftAlone.has(path)) return null
  return (
    <SheetPanel
      open={isOpen}
      onOpenChange={(open) => !open && close()}
      onLeave={() => setIsOpen(false)}
      title={m.terms_due_title()}
      description={m.terms_due_text({ version: termsVersion })}
      actions={
        <>
          <Button onClick={close}>{m.terms_due_later()}</Button>
          <Button variant="primary" busy={isPending} onClick={accept}>
            {m.terms_due_accept({ version: termsVersion })}
          </Button>
        </>
      }
    >
      <RefusalMessage error={error} />
      <a href="/terms" target="_blank" rel="noopener" className={`${buttonClasses()} w-full`}>
        <Icon name="link" className="size-4" />
        {m.terms_due_read()}
      </a>
      <p className="mt-4 text-ink-soft text-sm">
        {m.terms_due_refuse()}{' '}
        <Link
          to="/settings/account"
          onClick={close}
          className="inline-flex min-h-11 items-center font-medium text-ink underline underline-offset-4"
        >
          {m.terms_due_account()}
        </Link>
      </p>
    </SheetPanel>
  )
}

/** The pages that say what is asked, and those on which one leaves or asks for help. */
const leftAlone = new Set([
  ...trustPages.map((it) => `/${it}`),
  '/settings/account',
  '/settings/report',
  '/onboarding',
  '/login',
  '/signup',
])

const key = 'terms_asked'

function wasAsked(): boolean {
  try {
    return sessionStorage.getItem(key) === termsVersion
  } catch {
    return false
  }
}

function rememberAsked(): void {
  try {
    sessionStorage.setItem(key, termsVersion)
  } catch {
    // A browser without storage is asked with each page that it loads.
  }
}
