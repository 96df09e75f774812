import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { fatal } from '../lib/fatal.ts'
import { loaderHead } from '../lib/loader-head.ts'
import { profileHead } from '../lib/profile-head.ts'
import { mediaTabs, type ProfileTab, profileTab } from '../lib/profile-tabs.ts'
import { RefusalError } from '../lib/refusal.ts'
import { profileSearchHead } from '../lib/search-head.ts'
import { postsOfUserQuery } from '../queries/posts.ts'
import { knownSession } from '../queries/session.ts'
import { loadProfilePage, userQuery } from '../queries/users.ts'
import { BundleChoices } from '../screens/profile/profile-actions.tsx'
import { ProfileTopics } from '../screens/profile/profile-head.tsx'
import { ProfileScreen } from '../screens/profile/profile-screen.tsx'

export const Route = createFileRoute('/@{$username}/')({
  validateSearch: ({ offer, tab }: Record<string, unknown>): { offer?: string; tab?: ProfileTab } => ({
    offer: offerCode(offer),
    tab: profileTab(tab),
  }),
  loaderDeps: ({ search: { offer, tab } }) => ({ offer, tab }),
  loader: async ({ context: { queryClient }, params: { username }, deps: { offer, tab }, cause }) => {
    // Few come by an offer, so its query is not in the entry.
    const offered =
      offer && import('../queries/offers.ts').then((it) => queryClient.prefetchQuery(it.offerQuery(offer)))
    if (knownSession(queryClient).state === 'out') await loadProfilePage(queryClient, username)
    const shown =
      tab === 'albums'
        ? import('../queries/albums.ts').then((it) => queryClient.prefetchInfiniteQuery(it.albumsOfUserQuery(username)))
        : queryClient.prefetchInfiniteQuery(postsOfUserQuery(username, tab && mediaTabs[tab]))
    const user = await queryClient.ensureQueryData(userQuery(username)).catch(failAsNotFound)
    if (user.username !== username)
      throw redirect({ href: `/@${user.username}${offer ? `?offer=${offer}` : ''}`, statusCode: 301 })
    // Another tab of the page that is open shows itself while what is in it comes. The price must not move later.
    await Promise.allSettled([
      cause === 'stay' ? null : shown,
      offered,
      ProfileTopics.preload(),
      BundleChoices.preload(),
    ])
    return profileSearchHead(profileHead(user), user)
  },
  head: loaderHead,
  component: Profile,
  // The page that most visitors land on comes with the entry, in one file (docs/decisions/first-visit-javascript.md).
  codeSplitGroupings: [],
})

function Profile() {
  const { offer, tab } = Route.useSearch()
  return <ProfileScreen username={Route.useParams().username} offer={offer} tab={tab} />
}

/** The code of a trial or discount link; what cannot be one is `NONE`, which is none, and the page says so. */
function offerCode(value: unknown): string | undefined {
  if (value === undefined || value === '') return undefined
  const code = String(value).trim().toUpperCase()
  return /^[A-Z0-9]{4,20}$/.test(code) ? code : 'NONE'
}

/** An unknown name fails the route's check; a temporary failure does not. */
function failAsNotFound(error: unknown): never {
  if (error instanceof RefusalError && error.status === 404) throw notFound({ data: fatal })
  throw error
}
