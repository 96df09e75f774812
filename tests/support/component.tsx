import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { cleanup, render } from 'vitest-browser-react'
import type { Conversation, Message } from '../../contract/chat.ts'
import type { Media, PrivateMedia } from '../../contract/media.ts'
import type { Post } from '../../contract/posts.ts'
import type { Permissions, Profile } from '../../contract/profile.ts'
import type { RefusalCode, RefusalFacts } from '../../contract/refusals.ts'
import type { PublicProfile } from '../../contract/users.ts'
import type { VaultTile } from '../../contract/vault.ts'
import { refusalMessages } from '../../src/lib/refusal-messages.ts'
import { dropIntent } from '../../src/lib/stored-intent.ts'
import { createQueryClient } from '../../src/queries/client.ts'
import { profileQuery } from '../../src/queries/session.ts'
import { ViewerProvider } from '../../src/screens/frame/viewer-context.ts'
import { dropDrafts } from '../../src/stores/drafts.ts'
import { closeLightbox } from '../../src/stores/lightbox.ts'
import { connectionBack } from '../../src/stores/offline.ts'
import { dropOutbox } from '../../src/stores/outbox.ts'
import { closeBought, closePurchase } from '../../src/stores/purchase.ts'
import { coverAll } from '../../src/stores/revealed.ts'
import { closeSafety } from '../../src/stores/safety.ts'
import { dropPurchase } from '../../src/stores/stored-purchase.ts'
import { useToasts } from '../../src/stores/toasts.ts'
import { Toaster } from '../../src/ui/toaster.tsx'
import '../../src/styles/app.css'
import { allRights } from './rights.ts'

/** Renders a part of a page for a viewer, with router, cache and toasts, and without what a former test left. */
export async function renderFor(viewer: Profile | null, part: ReactNode) {
  await cleanup()
  closePurchase()
  closeSafety()
  closeBought()
  dropPurchase({ keys: true })
  dropIntent()
  closeLightbox()
  dropDrafts()
  dropOutbox()
  connectionBack()
  coverAll()
  useToasts.setState({ toasts: [] })
  const queryClient = createQueryClient()
  queryClient.setQueryData(profileQuery.queryKey, viewer)
  const rootRoute = createRootRoute({
    component: () => <Page>{part}</Page>,
    notFoundComponent: () => <Page>{part}</Page>,
  })
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory({ initialEntries: ['/@mina'] }) })
  await router.load()
  // A browser's router keeps the key of the page in its entry.
  history.replaceState(router.history.location.state, '')
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
  ({ ok: false, refusal: { ...facts, error, message: refusalMessages[error](facts), status } }) as const

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
  media_counts: { photos: 0, videos: 0, sounds: 0 },
  albums: 0,
  category: null,
  tags: [],
  languages: [],
  last_seen: null,
  joined_at: '2026-01-01T00:00:00.000Z',
  bundles: [],
  trial_code: null,
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
  unread_chat: { messages: 0, latest_username: null },
  role: 'user',
  locale: 'en',
  terms_due: false,
  media_downloads: false,
  media_stamp: false,
  takes_subscriber_media: false,
  show_last_seen: true,
  acting_as: null,
  ...change,
})

/** An operator who acts for a creator, with every right but those that are changed. */
export const actingFor = (user: PublicProfile, change: Partial<Permissions> = {}): Profile =>
  signedIn(user, { acting_as: { target_user: user, agency_id: '1', permissions: { ...allRights, ...change } } })

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
  sold: false,
  tip: null,
  reply_to: null,
  likes: 0,
  liked: false,
  my_reaction: null,
  other_reaction: null,
  read_at: '2026-03-02T12:00:00.000Z',
  deleted: false,
  unsent: false,
  unsend_until: null,
  edited_at: null,
  edit_until: null,
  author: null,
  ...change,
})

/** The conversation of Fiona with Mina, as Fiona has it. */
export const withMina: Conversation = {
  id: 'mina and fiona',
  other_user_id: mina.id,
  other_username: mina.username,
  other_display_name: mina.display_name,
  other_avatar: null,
  other_settings: { chat_access_policy: 'SUBSCRIBERS' },
  other_is_creator: true,
  is_subscribed: true,
  is_followed: true,
  last_message: null,
  last_message_at: null,
  last_message_type: 'none',
  last_seq: 0,
  read_seq: 0,
  other_read_seq: 0,
  unread_count: 0,
  has_unread_messages: false,
  muted: false,
  hidden: false,
  chat: { allowed: true, reason: null },
  online: false,
}

/** A public post of Mina's that the viewer may see, without media. */
export const post = (change: Partial<Post> = {}): Post => ({
  id: '1',
  author: mina,
  text: null,
  visibility: 'public',
  price: null,
  access: { allowed: true, reason: null, offers: [] },
  media: [],
  preview_ids: [],
  likes: 0,
  liked: false,
  comments: 0,
  unlocks: null,
  comments_for: 'everyone',
  commenting: { allowed: true, reason: null },
  bookmarked: false,
  created_at: '2026-03-02T12:00:00.000Z',
  ...{ publish_at: null, expires_at: null, archived: false },
  pinned: false,
  draft: false,
  can_edit: false,
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
  small: null,
  hls: null,
  strip: null,
  waveform: null,
  captions: [],
  focal: null,
  download: null,
  full: null,
  poster: null,
  description: null,
  ...change,
})

/** A tile of the vault's grid. */
export const tile = (change: Partial<VaultTile> = {}): VaultTile => ({
  id: '1',
  type: 'IMAGE',
  state: 'ready',
  reason: null,
  name: null,
  preview: null,
  thumb: null,
  duration: null,
  is_public: false,
  used: 0,
  sold: 0,
  for_fan: null,
  created_at: '2026-01-01T00:00:00.000Z',
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
  may_download: null,
  for_fan: null,
  used_in: null,
  making: null,
  poster_at: null,
  is_public: null,
  created_at: '2026-01-01T00:00:00.000Z',
  ...change,
})
