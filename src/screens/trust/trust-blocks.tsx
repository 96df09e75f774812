import { useQuery } from '@tanstack/react-query'
import type { Company, CompanyDetail } from '../../../contract/company.ts'
import { countryName } from '../../lib/country-name.ts'
import { m } from '../../paraglide/messages.js'
import { companyQuery } from '../../queries/company.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { detailLabels } from './detail-labels.ts'
import type { TrustBlock } from './trust-text.ts'

/** The paragraphs, lists and company details of a section. */
export function TrustBlocks({ body }: { body: readonly TrustBlock[] }) {
  return body.map((block) => {
    if (typeof block === 'string') return <Paragraph key={block} text={block} />
    if ('details' in block) return <Details key={block.details.join()} names={block.details} />
    return (
      <ul key={block.list.join()} className="mt-3 flex list-disc flex-col gap-1.5 pl-5">
        {block.list.map((item) => (
          <li key={item}>
            <Linked text={item} />
          </li>
        ))}
      </ul>
    )
  })
}

const Paragraph = ({ text }: { text: string }) => (
  <p className="mt-3">
    <Linked text={text} />
  </p>
)

/** The text with its `[label](/path)` as links. */
function Linked({ text }: { text: string }) {
  return text.split(/(\[[^\]]+\]\([^)]+\))/).map((part) => {
    const [, label, href] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part) ?? []
    if (label === undefined || href === undefined) return part
    return (
      <PageLink key={part} href={href} className="font-medium text-ink underline underline-offset-4">
        {label}
      </PageLink>
    )
  })
}

/** What the settings say of the company. A line says what is missing; what the company has none of is left out. */
function Details({ names }: { names: readonly CompanyDetail[] }) {
  const { data: company } = useQuery(companyQuery)
  if (!company) return null
  return (
    <dl className="mt-4 divide-y divide-hairline border-hairline border-y">
      {names.map(
        (name) =>
          company[name] !== '' && (
            <div key={name} className="grid gap-0.5 py-3 sm:grid-cols-[12rem_minmax(0,1fr)] sm:gap-4">
              <dt className="text-ink-soft text-sm">{detailLabels[name]()}</dt>
              <dd className="wrap-anywhere whitespace-pre-line font-medium text-ink">
                <Detail company={company} name={name} />
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}

function Detail({ company, name }: { company: Company; name: CompanyDetail }) {
  const value = company[name]
  if (value === null) return <span className="font-normal text-rust-text">{m.trust_missing()}</span>
  if (name === 'country') return countryName(value)
  const href = name === 'email' ? `mailto:${value}` : name === 'phone' ? `tel:${value.replaceAll(/[^\d+]/g, '')}` : null
  // A setting is one line; a bar in it begins the next one.
  const text = value.split(/\s*\|\s*/).join('\n')
  return href === null ? (
    text
  ) : (
    <a href={href} className="underline underline-offset-4">
      {text}
    </a>
  )
}
