import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { trustTitles } from '../../lib/trust-titles.ts'
import { m } from '../../paraglide/messages.js'
import { LanguageSwitch } from '../../ui/language-switch.tsx'
import { Mark } from '../../ui/mark.tsx'
import { PageLink } from '../../ui/page-link.tsx'

/** The layout of the sign-in pages: the mark, a title, one form. */
export function AuthLayout({
  title,
  lead,
  children,
  foot,
}: {
  title: string
  lead?: ReactNode
  children: ReactNode
  foot?: ReactNode
}) {
  return (
    <div className="mx-auto flex min-h-dvh max-w-[28rem] flex-col px-5 pt-6 pb-8">
      <header>
        <Link to="/" aria-label={m.app_name()} className="flex size-11 items-center">
          <Mark className="size-8" />
        </Link>
      </header>
      {/* From the top down: what is centred moves as the page comes in. */}
      <main id="main" className="grow pt-[max(2.5rem,8dvh)] pb-10 md:pt-[14dvh]">
        <h1 className="font-extrabold text-2xl tracking-[-0.03em]">{title}</h1>
        {lead && <p className="mt-2 text-ink-soft">{lead}</p>}
        <div className="mt-8">{children}</div>
        {foot && <p className="mt-8 text-ink-soft">{foot}</p>}
      </main>
      <footer className="text-sm">
        <nav aria-label={m.about_footer()} className="flex flex-wrap gap-x-5 text-ink-soft">
          {legalPages.map((page) => (
            <PageLink key={page} href={`/${page}`} className="flex min-h-11 items-center hover:underline">
              {trustTitles[page]()}
            </PageLink>
          ))}
        </nav>
        <LanguageSwitch />
      </footer>
    </div>
  )
}

const legalPages = ['terms', 'privacy', 'help', 'imprint'] as const

/** A link inside a sentence, big enough for a thumb. */
export const inlineLink = 'inline-flex min-h-11 items-center font-semibold text-ink underline underline-offset-4'

/** The error of a form. */
export function FormError({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="rounded-control border-rust border-l-4 bg-sunken px-4 py-3 font-medium text-rust-text">
      {children}
    </p>
  )
}
