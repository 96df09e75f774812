import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { creatorCategories, creatorLanguages } from '../../../contract/categories.ts'
import { languageName } from '../../lib/language-name.ts'
import { moneyText } from '../../lib/money.ts'
import type { SearchState } from '../../lib/search-types.ts'
import { m } from '../../paraglide/messages.js'
import { Icon } from '../../ui/icon.tsx'
import { categoryName } from './category-name.ts'
import { knownFilter, priceSteps } from './known-filter.ts'

/** What narrows the creators: each choice is part of the address, so that it can be shared and gone back from. */
export function SearchFilter({ state }: { state: SearchState }) {
  const navigate = useNavigate()
  const { tag, category, language, max_price, online, trial, sort } = knownFilter(state)
  const change = (part: Partial<SearchState>) => void navigate({ to: '/search', search: { ...state, ...part } })
  return (
    <fieldset className="no-scrollbar flex shrink-0 gap-2 overflow-x-auto border-hairline border-b px-4 py-2 sm:px-6">
      <legend className="sr-only">{m.search_filter()}</legend>
      {tag && (
        <button
          type="button"
          aria-label={m.search_filter_remove({ tag })}
          onClick={() => change({ tag: undefined })}
          className="chip chip-on"
        >
          #{tag}
          <Icon name="x" className="size-4" />
        </button>
      )}
      {!state.q && (
        <Toggle isOn={sort === 'trending'} onChange={(isOn) => change({ sort: isOn ? 'trending' : undefined })}>
          {m.search_trending()}
        </Toggle>
      )}
      <Toggle isOn={online === 'yes'} onChange={(isOn) => change({ online: isOn ? 'yes' : undefined })}>
        {m.search_filter_online()}
      </Toggle>
      <Toggle isOn={trial === 'yes'} onChange={(isOn) => change({ trial: isOn ? 'yes' : undefined })}>
        {m.search_filter_trial()}
      </Toggle>
      <Choice label={m.search_filter_category()} value={category} onChange={(it) => change({ category: it })}>
        {creatorCategories.map((it) => (
          <option key={it} value={it}>
            {categoryName(it)}
          </option>
        ))}
      </Choice>
      <Choice label={m.search_filter_price()} value={max_price?.toString()} onChange={(it) => change({ price: it })}>
        {priceSteps.map((it) => (
          <option key={it} value={it}>
            {it === 0 ? m.search_free() : m.search_filter_up_to({ money: moneyText(it) })}
          </option>
        ))}
      </Choice>
      <Choice label={m.search_filter_language()} value={language} onChange={(it) => change({ language: it })}>
        {creatorLanguages.map((it) => (
          <option key={it} value={it}>
            {languageName(it)}
          </option>
        ))}
      </Choice>
    </fieldset>
  )
}

type ToggleProps = { isOn: boolean; onChange: (isOn: boolean) => void; children: ReactNode }

function Toggle({ isOn, onChange, children }: ToggleProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={() => onChange(!isOn)}
      className={isOn ? 'chip chip-on' : 'chip'}
    >
      {children}
    </button>
  )
}

type ChoiceProps = {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
  children: ReactNode
}

/** A list of the device's own in the shape of a chip; its first entry is its name and takes the choice back. */
function Choice({ label, value = '', onChange, children }: ChoiceProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value || undefined)}
      className={value ? 'chip chip-on' : 'chip'}
    >
      <option value="">{label}</option>
      {children}
    </select>
  )
}
