import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { m } from '../../paraglide/messages.js'
import { searchPostsQuery } from '../../queries/search.ts'
import { buttonClasses } from '../../ui/button-classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PostList } from '../posts/post-list.tsx'

/** Posts that contain the query and that the viewer may read; the newest public ones for an empty query. */
export function PostResults({ q }: { q: string }) {
  const list = useInfiniteQuery(searchPostsQuery(q))
  return (
    <section aria-label={q ? m.search_results({ q }) : m.search_newest()}>
      <PostList list={list} posts={list.data?.pages.flatMap((page) => page.data)} empty={<Nothing q={q} />} />
    </section>
  )
}

function Nothing({ q }: { q: string }) {
  if (q === '')
    return (
      <EmptyState scene="glasses" title={m.search_empty_title()}>
        {m.search_empty_text()}
      </EmptyState>
    )
  const action = (
    <Link to="/search" search={{ q }} replace className={buttonClasses()}>
      {m.search_try_creators()}
    </Link>
  )
  return (
    <EmptyState scene="glasses" title={m.search_none_title({ q })} action={action}>
      {m.search_none_posts()}
    </EmptyState>
  )
}
