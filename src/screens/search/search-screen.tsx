import { Link } from '@tanstack/react-router'
import { type SearchState, searchTypes } from '../../lib/search-types.ts'
import { m } from '../../paraglide/messages.js'
import { tabClasses, tabListClasses } from '../../ui/tabs.tsx'
import { Frame } from '../frame/frame.tsx'
import { CreatorResults } from './creator-results.tsx'
import { knownFilter } from './known-filter.ts'
import { PostResults } from './post-results.tsx'
import { SearchField } from './search-field.tsx'
import { SearchFilter } from './search-filter.tsx'

/** Search with its whole state in the address (product §18). */
export function SearchScreen({ state }: { state: SearchState }) {
  const { q = '', type = 'creators' } = state
  return (
    <Frame title={m.title_search()}>
      <SearchField state={state} />
      <nav aria-label={m.search_types()} className={tabListClasses}>
        {searchTypes.map((searchType) => (
          <Link
            key={searchType}
            to="/search"
            search={{ ...state, type: searchType === 'posts' ? searchType : undefined }}
            replace
            activeOptions={{ exact: true }}
            aria-current={searchType === type ? 'page' : undefined}
            className={tabClasses}
          >
            {searchType === 'posts' ? m.search_posts() : m.search_creators()}
          </Link>
        ))}
      </nav>
      {type === 'creators' && <SearchFilter state={state} />}
      {type === 'posts' ? <PostResults q={q} /> : <CreatorResults q={q} filter={knownFilter(state)} />}
    </Frame>
  )
}
