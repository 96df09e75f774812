import { useState } from 'react'
import type { audience, FanList } from '../../../contract/audience.ts'
import { audienceSorts } from '../../../contract/audience-sorts.ts'
import type { Answer } from '../../../contract/endpoint.ts'
import { type FanRelation, fanRelations } from '../../../contract/policy/fan-relation.ts'
import type { AudienceSearch } from '../../lib/audience-search.ts'
import { m } from '../../paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Select } from '../../ui/select.tsx'
import { TypedSearch } from '../../ui/typed-search.tsx'
import { useClosed } from '../frame/use-closed.ts'
import { FilterSheet, filterNames } from './filter-sheet.tsx'
import { relationLabels, sortLabels } from './labels.ts'
import { SaveList } from './save-list.tsx'

type AudienceFiltersProps = {
  search: AudienceSearch
  lists: readonly FanList[]
  counts: Answer<typeof audience.count> | undefined
  onChange: (search: AudienceSearch) => void
}

/** Search, what fans are with the number of each, and the other filters behind a button. */
export function AudienceFilters({ search, lists, counts, onChange }: AudienceFiltersProps) {
  const [isOpen, setIsOpen] = useState(false)
  const seesAmounts = useClosed('can_payment') === null
  const active = filterNames.filter((it) => search[it] !== undefined).length
  const sorts = audienceSorts.filter((it) => seesAmounts || (it !== 'spent' && it !== 'paid'))
  return (
    <div className="flex flex-col gap-2 border-hairline border-b px-4 py-3 sm:px-6">
      <div className="flex flex-wrap gap-2">
        <TypedSearch
          label={m.audience_search()}
          value={search.q ?? ''}
          onChange={(q) => onChange({ ...search, q: q || undefined })}
        />
        <Button onClick={() => setIsOpen(true)}>
          <Icon name="funnel" className="size-5" />
          {active > 0 ? m.vault_filters_active({ count: active }) : m.vault_filters()}
        </Button>
        <Select
          aria-label={m.audience_sort()}
          value={search.sort ?? 'newest'}
          onChange={(event) =>
            onChange({
              ...search,
              sort: sorts.find((it) => it === event.target.value && it !== 'newest') as AudienceSearch['sort'],
            })
          }
          className="max-sm:w-full"
        >
          {sorts.map((sort) => (
            <option key={sort} value={sort}>
              {sortLabels[sort]()}
            </option>
          ))}
        </Select>
      </div>
      <Relations search={search} counts={counts} onChange={onChange} />
      <div className="flex min-h-11 flex-wrap items-center gap-2">
        <p aria-live="polite" className="mr-auto font-semibold tabular-nums">
          {counts ? m.audience_count({ count: counts.count }) : '…'}
        </p>
        <SaveList search={search} lists={lists} onChange={onChange} />
      </div>
      {isOpen && (
        <FilterSheet
          search={search}
          lists={lists}
          onClose={() => setIsOpen(false)}
          onChange={(next) => {
            setIsOpen(false)
            onChange(next)
          }}
        />
      )}
    </div>
  )
}

/** Several can be pressed: fans who are any of them. */
function Relations({ search, counts, onChange }: Omit<AudienceFiltersProps, 'lists'>) {
  const chosen = (search.relation?.split('.') ?? []) as FanRelation[]
  const countOf = (relation: FanRelation) => counts?.relations.find((it) => it.relation === relation)?.count ?? 0
  const seesAmounts = useClosed('can_payment') === null
  const toggle = (relation: FanRelation) => {
    const next = fanRelations.filter((it) => chosen.includes(it) !== (it === relation))
    onChange({ ...search, relation: next.join('.') || undefined })
  }
  return (
    <fieldset className="no-scrollbar -mx-4 flex gap-2 overflow-x-auto px-4 sm:-mx-6 sm:px-6">
      <legend className="sr-only">{m.audience_column_relation()}</legend>
      {fanRelations
        .filter((it) => seesAmounts || it !== 'buyer')
        .map((relation) => (
          <button
            key={relation}
            type="button"
            aria-pressed={chosen.includes(relation)}
            onClick={() => toggle(relation)}
            className="h-11 shrink-0 rounded-full border border-edge px-3 font-medium text-sm aria-pressed:border-transparent aria-pressed:bg-ink aria-pressed:text-paper"
          >
            {relationLabels[relation]()} <span className="tabular-nums opacity-80">{countOf(relation)}</span>
          </button>
        ))}
    </fieldset>
  )
}
