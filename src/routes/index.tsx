import { createFileRoute } from '@tanstack/react-router'
import { feedTab } from '../lib/feed-tabs.ts'
import { pageHead } from '../lib/head.ts'
import { loaderHead } from '../lib/loader-head.ts'
import { m } from '../paraglide/messages.js'
import { landingPostsQuery } from '../queries/landing.ts'
import { feedQuery } from '../queries/posts.ts'
import { knownSession } from '../queries/session.ts'
import { featuredQuery } from '../queries/users.ts'
import { HomeScreen } from '../screens/home/home-screen.tsx'

export const Route = createFileRoute('/')({
  validateSearch: feedTab,
  loaderDeps: ({ search }) => ({ tab: search.tab ?? 'following' }),
  loader: async ({ context: { queryClient }, deps }) => {
    const isIn = knownSession(queryClient).state === 'in'
    if (isIn) await queryClient.prefetchInfiniteQuery(feedQuery(deps.tab))
    else await Promise.all([queryClient.prefetchQuery(featuredQuery), queryClient.prefetchQuery(landingPostsQuery)])
    return pageHead({ title: m.home_title_page(), description: m.session_site_description(), path: '/' })
  },
  head: loaderHead,
  component: Home,
})

function Home() {
  const { tab = 'following' } = Route.useSearch()
  return <HomeScreen tab={tab} />
}
