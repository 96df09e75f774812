import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useId } from 'react'
import type { FanList } from '../../../contract/audience.ts'
import { type AudienceSearch, audienceSearch } from '../../lib/audience-search.ts'
import { languageName } from '../../lib/language-name.ts'
import { m } from '../../paraglide/messages.js'
import { trackingLinksQuery } from '../../queries/tracking-links.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useClosed } from '../frame/use-closed.ts'

type FilterSheetProps = {
  search: AudienceSearch
  lists: readonly FanList[]
  onClose: () => void
  onChange: (search: AudienceSearch) => void
}

/** What the sheet asks; each is a name of the address. */
export const filterNames = [
  'since_days',
  'since_over_days',
  'renewal',
  'renewal_days',
  'min_spent',
  'max_spent',
  'paid_days',
  'unpaid_days',
  'list',
  'not_list',
  'link',
  'unbought',
  'language',
] as const

/** Since when, renewal, spending, lists and language. */
export function FilterSheet({ search, lists, onClose, onChange }: FilterSheetProps) {
  const form = useId()
  const seesAmounts = useClosed('can_payment') === null
  const own = lists.filter((it) => it.filter === null).map((it) => [it.id, it.name] as const)
  const links = useLinks(search.link)
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const written = Object.fromEntries([...new FormData(event.currentTarget)].filter(([, value]) => value !== ''))
    const rest = Object.fromEntries(
      Object.entries(search).filter(([name]) => !(filterNames as readonly string[]).includes(name)),
    )
    onChange(audienceSearch({ ...rest, ...written }))
  }
  const number = (name: (typeof filterNames)[number], label: string) => (
    <Field label={label}>
      <Input name={name} type="number" inputMode="numeric" min={0} max={3650} defaultValue={search[name] ?? ''} />
    </Field>
  )
  const choice = (
    name: (typeof filterNames)[number],
    label: string,
    options: readonly (readonly [string, string])[],
  ) => (
    <Field label={label}>
      <Select name={name} defaultValue={String(search[name] ?? '')}>
        <option value="">{m.audience_any()}</option>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Select>
    </Field>
  )
  return (
    <Sheet
      open
      onOpenChange={onClose}
      title={m.vault_filters()}
      actions={
        <Button type="submit" form={form} variant="primary">
          {m.audience_apply()}
        </Button>
      }
    >
      <form id={form} onSubmit={apply} className="grid gap-4 sm:grid-cols-2">
        {number('since_days', m.audience_since_days())}
        {number('since_over_days', m.audience_since_over_days())}
        {choice('renewal', m.audience_renewal(), [
          ['on', m.audience_renewal_on()],
          ['off', m.audience_renewal_off()],
        ])}
        {number('renewal_days', m.audience_renewal_days())}
        {seesAmounts && (
          <>
            {number('min_spent', m.audience_min_spent())}
            {number('max_spent', m.audience_max_spent())}
            {number('paid_days', m.audience_paid_days())}
            {number('unpaid_days', m.audience_unpaid_days())}
          </>
        )}
        {choice('list', m.audience_in_list(), own)}
        {choice('not_list', m.audience_not_in_list(), own)}
        {(links.length > 0 || search.link) && choice('link', m.audience_came_by(), links)}
        {seesAmounts &&
          search.unbought &&
          choice('unbought', m.audience_unbought(), [[search.unbought, m.audience_unbought_yes()]])}
        {choice(
          'language',
          m.audience_column_language(),
          (['en', 'fr'] as const).map((it) => [it, languageName(it)] as const),
        )}
      </form>
    </Sheet>
  )
}

/** The newest tracking links by id and name, and the one that the address has; none for who may not see them. */
function useLinks(chosen: string | undefined): (readonly [string, string])[] {
  const isOpen = useClosed('show_in_analytics') === null
  const { data } = useInfiniteQuery({ ...trackingLinksQuery({}), enabled: isOpen })
  const links = data?.pages.flatMap((page) => page.data.map((it) => [it.id, it.name] as const)) ?? []
  const isMissing = chosen !== undefined && !links.some(([id]) => id === chosen)
  return isMissing ? [[chosen, m.audience_came_by_other()], ...links] : links
}
