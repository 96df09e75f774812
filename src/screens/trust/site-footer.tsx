import { trustPages } from '../../../contract/trust-pages.ts'
import { trustTitles } from '../../lib/trust-titles.ts'
import { m } from '../../paraglide/messages.js'
import { LanguageSwitch } from '../../ui/language-switch.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { ThemeSwitch } from '../../ui/theme-switch.tsx'

/** The foot of the public pages: what this is, by which rules, where to report, language and theme. */
export function SiteFooter() {
  return (
    <footer className="border-hairline border-t px-5 pt-4 pb-10 text-sm md:px-0">
      <nav aria-label={m.about_footer()} className="flex flex-wrap gap-x-6">
        <PageLink href="/about" className={link}>
          {m.about_link()}
        </PageLink>
        {trustPages.map((page) => (
          <PageLink key={page} href={`/${page}`} className={link}>
            {trustTitles[page]()}
          </PageLink>
        ))}
        <PageLink href="/settings/report" className={link}>
          {m.about_report()}
        </PageLink>
      </nav>
      <span className="-mx-2 mt-2 flex flex-wrap gap-x-4">
        <LanguageSwitch />
        <ThemeSwitch />
      </span>
    </footer>
  )
}

const link = 'flex min-h-11 items-center underline-offset-4 hover:underline'
