import { minimumAge } from '../../../contract/limits.ts'
import { termsVersion } from '../../../contract/trust-pages.ts'
import { m } from '../../paraglide/messages.js'

/** What is agreed to by creating an account (product §46). Its links keep what was typed, in tabs of their own. */
export function ConsentLine() {
  const [before, between, after] = m.auth_consent({ terms: place, privacy: place, age: minimumAge }).split(place)
  return (
    <p className="text-ink-soft text-sm">
      {before}
      <a href="/terms" target="_blank" rel="noopener" className={link}>
        {m.auth_consent_terms({ version: termsVersion })}
      </a>
      {between}
      <a href="/privacy" target="_blank" rel="noopener" className={link}>
        {m.auth_consent_privacy()}
      </a>
      {after}
    </p>
  )
}

/** Stands for a link while the sentence is put together. */
const place = '\u0000'
const link = 'font-medium text-ink underline underline-offset-4'
