import type { ReactNode } from 'react'
import type { TrustPage } from '../../../contract/trust-pages.ts'
import { dayText } from '../../lib/dates.ts'
import { trustTitles } from '../../lib/trust-titles.ts'
import { m } from '../../paraglide/messages.js'
import { Icon } from '../../ui/icon.tsx'
import { Frame } from '../frame/frame.tsx'
import { SiteFooter } from './site-footer.tsx'
import { TrustBlocks } from './trust-blocks.tsx'
import type { TrustText } from './trust-text.ts'
import { trustVersions } from './trust-texts.ts'

/** `text` is a `TrustText` as JSON. */
type TrustScreenProps = { page: TrustPage; text: string }

/** A page of rules or facts: when it last changed, its contents, and its sections, each with an anchor. */
export function TrustScreen({ page, text: json }: TrustScreenProps) {
  const text = JSON.parse(json) as TrustText
  return (
    <TrustFrame page={page} lead={text.lead}>
      {text.sections.length > 5 && <Contents text={text} />}
      {text.sections.map(({ id, title, body }) => (
        <section key={id} className="mt-8 border-hairline border-t pt-6 text-ink-soft">
          <h2 id={id} className="scroll-mt-20 font-bold text-ink text-lg">
            {title}
          </h2>
          <TrustBlocks body={body} />
        </section>
      ))}
    </TrustFrame>
  )
}

/** The heading, the version and the foot that all of these pages share. */
export function TrustFrame({ page, lead, children }: { page: TrustPage; lead: string; children: ReactNode }) {
  const { version, changed } = trustVersions[page]
  const title = trustTitles[page]()
  return (
    <Frame title={title} ownHeading>
      <article className="px-5 pt-8 pb-10 sm:px-8">
        <h1 className="max-w-[18ch] font-extrabold text-2xl tracking-[-0.03em]">{title}</h1>
        <p className="mt-4 text-lg">{lead}</p>
        <p className="mt-3 text-ink-soft text-sm">{m.trust_version({ version, date: dayText(changed) })}</p>
        {children}
      </article>
      <div className="mt-auto md:px-8">
        <SiteFooter />
      </div>
    </Frame>
  )
}

function Contents({ text }: { text: TrustText }) {
  return (
    <details className="group mt-6 rounded-media bg-sunken px-5">
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between font-semibold text-sm [&::-webkit-details-marker]:hidden">
        {m.trust_contents()}
        <Icon name="chevron-right" className="size-5 text-ink-faint group-open:rotate-90" />
      </summary>
      <nav aria-label={m.trust_contents()}>
        <ol className="pb-3 text-sm sm:columns-2 sm:gap-8">
          {text.sections.map(({ id, title }) => (
            <li key={id} className="break-inside-avoid">
              <a href={`#${id}`} className="flex min-h-11 items-center underline-offset-4 hover:underline">
                {title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
    </details>
  )
}
