import type { ReactNode } from 'react'

/** A part of the figures with its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-hairline border-b px-4 py-6 sm:px-6">
      <h2 className="mb-1 font-bold text-ink-soft text-sm">{title}</h2>
      {children}
    </section>
  )
}
