import { Link } from '@tanstack/react-router'
import { type SearchType, searchTypes } from '../../lib/search-types.ts'
import { m } from '../../paraglide/messages.js'
import { tabClasses, tabListClasses } from '../../ui/tabs.tsx'
import { Frame } from '../frame/frame.tsx'
import { CreatorResults } from './creator-results.tsx'
import { PostResults } from './post-results.tsx'
import { SearchField } from './search-field.tsx'

/** Search with its whole state in the address (product §18). */
export function SearchScreen({ q, type }: { q: string; type: SearchType }) {
  return (
    <Frame title={m.title_search()}>
      <SearchField q={q} type={type} />
      <nav aria-label={m.search_types()} className={tabListClasses}>
        {searchTypes.map((searchType) => (
          <Link
            key={searchType}
            to="/search"
            search={{ q: q || undefined, type: searchType === 'posts' ? searchType : undefined }}
            replace
            activeOptions={{ exact: true }}
            aria-current={searchType === type ? 'page' : undefined}
            className={tabClasses}
          >
            {searchType === 'posts' ? m.search_posts() : m.search_creators()}
          </Link>
        ))}
      </nav>
      {type === 'posts' ? <PostResults q={q} /> : <CreatorResults q={q} />}
    </Frame>
  )
}
