import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../lib/head.ts'
import { m } from '../paraglide/messages.js'
import { feedQuery, feedTabs } from '../queries/posts.ts'
import { knownSession } from '../queries/session.ts'
import { HomeScreen } from '../screens/home/home-screen.tsx'

export const Route = createFileRoute('/')({
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: (typeof feedTabs)[number] } => ({ tab: feedTabs.find((it) => it === tab) }),
  loaderDeps: ({ search }) => ({ tab: search.tab ?? 'following' }),
  loader: async ({ context: { queryClient }, deps }) => {
    if (knownSession(queryClient).state === 'in') await queryClient.prefetchInfiniteQuery(feedQuery(deps.tab))
  },
  head: () => pageHead({ title: m.home_title_page(), description: m.session_site_description(), path: '/' }),
  component: Home,
})

function Home() {
  const { tab = 'following' } = Route.useSearch()
  return <HomeScreen tab={tab} />
}
