import { useState } from 'react'
import { m } from '../../paraglide/messages.js'
import { buttonClasses } from '../../ui/button-classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Input } from '../../ui/input.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { matchingQuestions } from './matching-questions.ts'
import { TrustBlocks } from './trust-blocks.tsx'
import { TrustFrame } from './trust-screen.tsx'
import type { TrustText } from './trust-text.ts'

/** Questions and answers; what is typed leaves those that hold every word of it. `text` is a `TrustText` as JSON. */
export function HelpScreen({ text: json }: { text: string }) {
  const text = JSON.parse(json) as TrustText
  const [search, setSearch] = useState('')
  const found = matchingQuestions(text.sections, search)
  return (
    <TrustFrame page="help" lead={text.lead}>
      <div className="mt-6">
        <Field label={m.trust_help_search()}>
          <Input
            type="search"
            value={search}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => setSearch(event.target.value)}
          />
        </Field>
        <p role="status" className="sr-only">
          {search.trim() !== '' && m.trust_help_found({ count: found.length })}
        </p>
      </div>
      <ul className="mt-6 divide-y divide-hairline border-hairline border-y">
        {found.map(({ id, title, body }) => (
          <li key={id}>
            <details className="group">
              <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 py-3 font-semibold [&::-webkit-details-marker]:hidden">
                <h2>{title}</h2>
                <Icon name="chevron-right" className="size-5 shrink-0 text-ink-faint group-open:rotate-90" />
              </summary>
              <div id={id} className="scroll-mt-32 pb-5 text-ink-soft">
                <TrustBlocks body={body} />
              </div>
            </details>
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <EmptyState
          scene="glasses"
          title={m.trust_help_none()}
          action={
            <PageLink href="/contact" className={buttonClasses()}>
              {m.trust_contact()}
            </PageLink>
          }
        >
          {m.trust_help_none_text()}
        </EmptyState>
      )}
    </TrustFrame>
  )
}
