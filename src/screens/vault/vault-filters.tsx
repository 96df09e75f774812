import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type ReactNode, useState } from 'react'
import { paidCents } from '../../../contract/prices.ts'
import type { GridFilter } from '../../lib/vault-search.ts'
import { m } from '../../paraglide/messages.js'
import { vaultLabelsQuery } from '../../queries/media.ts'
import { buttonClasses } from '../../ui/button-classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { TypedSearch } from '../../ui/typed-search.tsx'
import { useOnBehalf } from '../frame/on-behalf.ts'
import { useClosed } from '../frame/use-closed.ts'

type VaultFiltersProps = {
  filter: GridFilter
  onChange: (filter: GridFilter) => void
  panelId?: string
  /** Stands beside the choice of a folder. */
  folderAction?: ReactNode
  /** Phones and sheets show the filters on demand. */
  compact?: boolean
}

/** Search, kind, and the filters behind a button where there is little room. */
export function VaultFilters({ filter, onChange, panelId = 'vault-grid', folderAction, compact }: VaultFiltersProps) {
  const [isOpen, setIsOpen] = useState(false)
  const active = filterNames.filter((it) => filter[it] !== undefined).length
  return (
    <div className="shrink-0">
      <div className="flex gap-2 px-4 pt-3 pb-1 sm:px-6">
        <TypedSearch
          label={m.vault_search()}
          placeholder={m.nav_search()}
          value={filter.q ?? ''}
          onChange={(q) => onChange({ ...filter, q: q || undefined })}
        />
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className={buttonClasses({ className: compact ? '' : 'lg:hidden' })}
        >
          <Icon name="funnel" className="size-5" />
          {active > 0 ? m.vault_filters_active({ count: active }) : m.vault_filters()}
        </button>
      </div>
      <Tabs
        label={m.vault_kinds()}
        tabs={kinds.map((id) => ({ id, label: kindNames[id]() }))}
        value={filter.type ?? 'ALL'}
        onChange={(id) => onChange({ ...filter, type: id === 'ALL' ? undefined : id })}
        panelId={panelId}
      />
      <div
        className={clsx(
          'gap-2 px-4 py-3 sm:px-6',
          compact
            ? 'grid-cols-2 sm:grid-cols-4'
            : 'grid-cols-2 sm:grid-cols-4 lg:grid-cols-[1.4fr_1.4fr_1.2fr_1.1fr_1.1fr_0.8fr_0.8fr]',
          isOpen ? 'grid' : clsx('hidden', !compact && 'lg:grid'),
        )}
      >
        <Labels filter={filter} onChange={onChange} folderAction={folderAction} />
        <Facts filter={filter} onChange={onChange} />
      </div>
    </div>
  )
}

const filterNames = ['folder', 'tag', 'never', 'since', 'until', 'min_price', 'max_price', 'for_fan'] as const

type PartProps = Pick<VaultFiltersProps, 'filter' | 'onChange' | 'folderAction'>

function Labels({ filter, onChange, folderAction }: PartProps) {
  const { data: labels } = useQuery(vaultLabelsQuery(useOnBehalf()))
  return (
    <>
      <span className="flex gap-1">
        <Choice
          label={m.vault_folder()}
          all={m.vault_any_folder()}
          options={namesOf(labels?.folders)}
          value={filter.folder}
          onChange={(folder) => onChange({ ...filter, folder })}
        />
        {folderAction}
      </span>
      <Choice
        label={m.vault_tag()}
        all={m.vault_any_tag()}
        options={namesOf(labels?.tags)}
        value={filter.tag}
        onChange={(tag) => onChange({ ...filter, tag })}
      />
    </>
  )
}

const namesOf = (labels: readonly { name: string; count: number }[] = []) =>
  labels.map(({ name, count }) => ({ id: name, label: `${name} (${count})` }))

function Facts({ filter, onChange }: PartProps) {
  const noPrices = useClosed('can_payment')
  const price = (name: 'min_price' | 'max_price', label: string) => (
    <Input
      type="number"
      inputMode="numeric"
      min={paidCents.min / 100}
      max={paidCents.max / 100}
      aria-label={label}
      placeholder={label}
      defaultValue={filter[name] ?? ''}
      key={`${name} ${filter[name]}`}
      disabled={noPrices !== null}
      title={noPrices ?? undefined}
      onBlur={(event) => onChange({ ...filter, [name]: priceOf(event.target.value) })}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      className="px-2 text-sm"
    />
  )
  return (
    <>
      <Choice
        label={m.vault_use()}
        all={m.vault_any_use()}
        options={uses.map((id) => ({ id, label: useNames[id]() }))}
        value={filter.never}
        onChange={(never) => onChange({ ...filter, never })}
      />
      {filter.for !== undefined && (
        <Choice
          label={m.vault_for_fan()}
          all={m.vault_any_fan()}
          options={states.map((id) => ({ id, label: stateNames[id]() }))}
          value={filter.for_fan}
          onChange={(for_fan) => onChange({ ...filter, for_fan })}
        />
      )}
      {(['since', 'until'] as const).map((name) => (
        <Input
          key={name}
          type="date"
          aria-label={name === 'since' ? m.vault_since() : m.vault_until()}
          title={name === 'since' ? m.vault_since() : m.vault_until()}
          value={filter[name] ?? ''}
          onChange={(event) => onChange({ ...filter, [name]: event.target.value || undefined })}
          className="px-2 text-sm"
        />
      ))}
      {price('min_price', m.vault_price_from())}
      {price('max_price', m.vault_price_to())}
    </>
  )
}

/** Whole coins within the limits; anything else is no filter. */
function priceOf(written: string): number | undefined {
  const coins = Math.round(Number(written))
  return written !== '' && coins >= paidCents.min / 100 && coins <= paidCents.max / 100 ? coins : undefined
}

type ChoiceProps<Id extends string> = {
  label: string
  all: string
  options: readonly { id: Id; label: string }[]
  value: Id | undefined
  onChange: (id: Id | undefined) => void
}

function Choice<Id extends string>({ label, all, options, value, onChange }: ChoiceProps<Id>) {
  return (
    <Select
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChange(options.find((it) => it.id === event.target.value)?.id)}
      className="min-w-0 flex-1"
    >
      <option value="">{all}</option>
      {options.map(({ id, label: name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}

const kinds = ['ALL', 'IMAGE', 'VIDEO', 'SOUND'] as const
const kindNames = { ALL: m.vault_all, IMAGE: m.vault_photos, VIDEO: m.vault_videos, SOUND: m.vault_sounds }
const uses = ['used', 'sent', 'sold'] as const
const useNames = { used: m.vault_never_used, sent: m.vault_never_sent, sold: m.vault_never_sold }
const states = ['owned', 'sent', 'never'] as const
const stateNames = { owned: m.vault_owned, sent: m.vault_sent, never: m.vault_not_sent }
