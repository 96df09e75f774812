import { Link } from '@tanstack/react-router'
import { m } from '../../paraglide/messages.js'
import { LanguageSwitch } from '../../ui/language-switch.tsx'
import { ThemeSwitch } from '../../ui/theme-switch.tsx'

/** The foot of the public pages: what this is, where to report, language and theme. */
export function SiteFooter() {
  return (
    <footer className="flex flex-wrap items-center gap-x-6 gap-y-1 border-hairline border-t px-5 pt-4 pb-10 text-sm md:px-0">
      <nav aria-label={m.about_footer()} className="flex gap-6">
        <Link to="/about" className={link}>
          {m.about_link()}
        </Link>
        <Link to="/settings/report" className={link}>
          {m.about_report()}
        </Link>
      </nav>
      <span className="-mx-2 flex flex-wrap gap-x-4 sm:ml-auto">
        <LanguageSwitch />
        <ThemeSwitch />
      </span>
    </footer>
  )
}

const link = 'flex min-h-11 items-center underline-offset-4 hover:underline'
