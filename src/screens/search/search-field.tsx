import { useNavigate, useRouter } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { searchLength } from '../../../contract/limits.ts'
import type { SearchState } from '../../lib/search-types.ts'
import { m } from '../../paraglide/messages.js'
import { Icon } from '../../ui/icon.tsx'
import { Input } from '../../ui/input.tsx'

/**
 * What is looked for. The address follows what is typed, a moment after the last letter, and holds what was found;
 * without JavaScript the form does the same.
 */
export function SearchField({ state }: { state: SearchState }) {
  const { q = '', type, ...filter } = state
  const navigate = useNavigate()
  const router = useRouter()
  const [typed, setTyped] = useState(q)
  const latestQuery = useRef(q)
  const look = (text: string) => {
    const wanted = text.trim()
    // The user has already picked a result.
    if (wanted === q || router.latestLocation.pathname !== '/search') return
    latestQuery.current = wanted
    void navigate({
      to: '/search',
      search: { ...state, q: wanted || undefined },
      replace: true,
    })
  }
  useEffect(() => {
    const timer = setTimeout(look, 300, typed)
    return () => clearTimeout(timer)
  })
  // An address that this field did not ask for (a link, the back button) says what is in it.
  useEffect(() => {
    if (q !== latestQuery.current) setTyped(q)
    latestQuery.current = q
  }, [q])
  const send = (event: FormEvent) => {
    event.preventDefault()
    look(typed)
  }
  return (
    <search>
      <form action="/search" onSubmit={send} className="relative px-4 pt-4 pb-2 sm:px-6">
        {Object.entries({ type, ...filter }).map(
          ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <Input
          type="search"
          name="q"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && setTyped('')}
          before={<Icon name="search" className="size-5" />}
          aria-label={m.search_label()}
          placeholder={m.search_placeholder()}
          maxLength={searchLength}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          className="pr-11 [&::-webkit-search-cancel-button]:hidden"
        />
        {typed !== '' && (
          <button
            type="button"
            aria-label={m.search_clear()}
            onClick={() => setTyped('')}
            className="absolute top-4 right-4 flex size-11 items-center justify-center text-ink-soft hover:text-ink sm:right-6"
          >
            <Icon name="x" className="size-5" />
          </button>
        )}
      </form>
    </search>
  )
}
