import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { cleanup, render } from 'vitest-browser-react'
import type { Message } from '../../contract/chat.ts'
import type { Media, PrivateMedia } from '../../contract/media.ts'
import type { Profile } from '../../contract/profile.ts'
import type { RefusalCode, RefusalFacts } from '../../contract/refusals.ts'
import type { PublicProfile } from '../../contract/users.ts'
import { refusalMessages } from '../../src/lib/refusal-messages.ts'
import { createQueryClient } from '../../src/queries/client.ts'
import { profileQuery } from '../../src/queries/session.ts'
import { ViewerProvider } from '../../src/screens/frame/viewer-context.ts'
import { dropDrafts } from '../../src/stores/drafts.ts'
import { useOutbox } from '../../src/stores/outbox.ts'
import { closePurchase } from '../../src/stores/purchase.ts'
import { useToasts } from '../../src/stores/toasts.ts'
import { Toaster } from '../../src/ui/toaster.tsx'
import '../../src/styles/app.css'

/**
 * Renders a part of a page for a viewer, with what every page has around it: router, query cache and toasts. What a
 * former test left on the page and in the stores is gone. Answers the router and the cache.
 */
export async function renderFor(viewer: Profile | null, part: ReactNode) {
  await cleanup()
  closePurchase()
  dropDrafts()
  useOutbox.setState({ messages: [] })
  useToasts.setState({ toasts: [] })
  const queryClient = createQueryClient()
  queryClient.setQueryData(profileQuery.queryKey, viewer)
  const rootRoute = createRootRoute({
    component: () => <Page>{part}</Page>,
    notFoundComponent: () => <Page>{part}</Page>,
  })
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory({ initialEntries: ['/@mina'] }) })
  await router.load()
  const rendered = await render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { ...rendered, queryClient, router }
}

function Page({ children }: { children: ReactNode }) {
  const { data: viewer } = useQuery(profileQuery)
  return (
    <ViewerProvider value={viewer ?? null}>
      <main style={wholePage}>{children}</main>
      <Toaster />
    </ViewerProvider>
  )
}

/** As a style, since the style sheet has only the classes that screens use. */
const wholePage = { display: 'flex', flexDirection: 'column', height: '100dvh' } as const

/** What a server function answers when the API did as it was asked. */
export const answered = <T,>(data: T) => ({ ok: true, data }) as const

/** What a server function answers when the API refused. */
export const refused = (error: RefusalCode, status: number, facts: RefusalFacts = {}) =>
  ({ ok: false, refusal: { ...facts, error, message: refusalMessages[error](), status } }) as const

/** An answer that a test gives later. */
export function later<T>() {
  const { promise, resolve } = Promise.withResolvers<T>()
  return { answer: promise, give: resolve }
}

/** A creator as others see her. */
export const mina: PublicProfile = {
  id: '0190b6a0-0000-7000-8000-00000000000a',
  username: 'mina',
  display_name: 'Mina',
  avatar: null,
  cover: null,
  bio: null,
  links: [],
  location: null,
  verified: true,
  is_self: false,
  is_blocked: false,
  is_creator: true,
  is_subscribed: true,
  is_followed: true,
  subscription_price: 9.99,
  subscription: null,
  chat: { allowed: true, reason: null },
  counts: { posts: 1, followers: 1 },
  settings: { chat_access_policy: 'SUBSCRIBERS', notifications: { messages: { app: true } } },
  joined_at: '2026-01-01T00:00:00.000Z',
}

/** A fan as others see them. */
export const fiona: PublicProfile = {
  ...mina,
  id: '0190b6a0-0000-7000-8000-00000000000f',
  username: 'fiona',
  display_name: 'Fiona',
  verified: false,
  is_creator: false,
  is_subscribed: false,
  is_followed: false,
  subscription_price: null,
}

/** A user as the one who is signed in. */
export const signedIn = (user: PublicProfile, change: Partial<Profile> = {}): Profile => ({
  ...user,
  is_self: true,
  email: `${user.username}@demo.test`,
  email_verified: true,
  birthdate: '1990-01-01',
  coins: 20,
  unread_notifications: 0,
  unread_messages: 0,
  role: 'user',
  locale: 'en',
  acting_as: null,
  ...change,
})

/** A message from Mina to Fiona. */
export const message = (change: Partial<Message> = {}): Message => ({
  id: '1',
  seq: 1,
  client_id: null,
  session_id: 'mina and fiona',
  sender: { id: mina.id, username: mina.username },
  receiver_id: fiona.id,
  content: 'Hello',
  created_at: '2026-03-02T12:00:00.000Z',
  type: 'text',
  media: [],
  price: null,
  locked: false,
  tip: null,
  reply_to: null,
  likes: 0,
  liked: false,
  read_at: '2026-03-02T12:00:00.000Z',
  deleted: false,
  author: null,
  ...change,
})

/** A locked photo in a post or message. */
export const photo = (change: Partial<Media> = {}): Media => ({
  id: '1',
  type: 'IMAGE',
  locked: true,
  price: null,
  preview: null,
  width: 40,
  height: 30,
  duration: null,
  url: null,
  poster: null,
  description: null,
  ...change,
})

/** A photo in the vault of its owner. */
export const inVault = (change: Partial<PrivateMedia> = {}): PrivateMedia => ({
  ...photo({ locked: false }),
  state: 'ready',
  reason: null,
  folder: null,
  tags: [],
  name: null,
  thumb: null,
  for_fan: null,
  used_in: null,
  created_at: '2026-01-01T00:00:00.000Z',
  ...change,
})
