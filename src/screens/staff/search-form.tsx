import type { FormEvent } from 'react'
import { m } from '../../paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Input } from '../../ui/input.tsx'

/** One field that searches while one types, with the query trimmed: what stands below always answers it. */
export function SearchForm({ label, onSearch }: { label: string; onSearch: (q: string) => void }) {
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSearch(String(new FormData(event.currentTarget).get('q')).trim())
  }
  return (
    <form onSubmit={search} className="flex gap-2 px-4 py-4 sm:px-6">
      <Input
        name="q"
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={100}
        onChange={(event) => onSearch(event.target.value.trim())}
        before={<Icon name="search" className="size-4" />}
      />
      <Button type="submit" className="shrink-0">
        {m.staff_search()}
      </Button>
    </form>
  )
}
