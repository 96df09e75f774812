import type { ReactNode } from 'react'
import { errorMessage, fieldError } from '../../lib/refusal.ts'
import { ErrorLine } from '../../ui/error-line.tsx'

/** One subject of a settings page: a heading, what it is about, and what can be done. */
export function Section({ title, text, children }: { title: string; text?: ReactNode; children?: ReactNode }) {
  return (
    <section className="border-hairline border-b px-4 py-6 sm:px-6">
      <h2 className="font-bold text-lg">{title}</h2>
      {text && <p className="mt-1 text-ink-soft">{text}</p>}
      {children && <div className="mt-4 flex flex-col gap-4">{children}</div>}
    </section>
  )
}

/** The refusal of a form; a message about a field is shown at the field instead. */
export function RefusalMessage({ error }: { error: Error | null }) {
  if (!error || fieldError(error) !== null) return null
  return <ErrorLine>{errorMessage(error)}</ErrorLine>
}
