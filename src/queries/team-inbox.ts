import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { Message } from '../../contract/chat.ts'
import type { MessageDraft } from '../../contract/chat-drafts.ts'
import type { Sent } from '../../contract/endpoint.ts'
import type { TeamConversation, TeamCreator, TeamInboxRow, teamInbox } from '../../contract/team-inbox.ts'
import { lastMessageType } from '../lib/last-message-type.ts'
import { cursorPages } from './cursor-pages.ts'
import { targetOf } from './on-behalf.ts'
import { loadOnCall } from './server-functions.ts'

const server = loadOnCall(() => import('../server/team-inbox.functions.ts'))

export const teamInboxKeys = {
  all: ['team-inbox'] as const,
  lists: ['team-inbox', 'list'] as const,
  creators: ['team-inbox', 'creators'] as const,
  conversations: ['team-inbox', 'conversation'] as const,
  conversation: ({ agencyId, creatorId, fanId }: TeamPlace) =>
    ['team-inbox', 'conversation', agencyId, creatorId, fanId] as const,
  found: ({ agencyId, creatorId, fanId }: TeamPlace) => ['team-inbox', 'found', agencyId, creatorId, fanId] as const,
  everyAround: ['team-inbox', 'around'] as const,
  around: ({ agencyId, creatorId, fanId }: TeamPlace) => ['team-inbox', 'around', agencyId, creatorId, fanId] as const,
}

/** A conversation of the team inbox: for which creator, under which agency, with whom. */
export type TeamPlace = { agencyId: string; creatorId: string; fanId: string }
export type TeamInboxFilter = Pick<Sent<typeof teamInbox.inbox>, 'show' | 'sort' | 'creator_id' | 'q'>
export type InboxPages = InfiniteData<{ data: TeamInboxRow[]; next: string | null }, string | undefined>
export type ConversationPages = InfiniteData<TeamConversation, string | undefined>

/** The conversations of all creators whom the viewer may chat for. */
export const teamInboxQuery = (filter: TeamInboxFilter) =>
  infiniteQueryOptions({
    queryKey: [...teamInboxKeys.lists, filter],
    queryFn: ({ pageParam }) => server((api) => api.getTeamInbox({ data: { ...filter, cursor: pageParam } })),
    ...cursorPages,
  })

/** The creators whom the viewer may chat for, with how many fans of each wait. */
export const teamCreatorsQuery = queryOptions({
  queryKey: teamInboxKeys.creators,
  queryFn: () => server((api) => api.getTeamCreators({ data: {} })),
})

/** A conversation with all that its panes show, newest messages first; further pages are earlier messages. */
export const teamConversationQuery = (place: TeamPlace) =>
  infiniteQueryOptions({
    queryKey: teamInboxKeys.conversation(place),
    queryFn: ({ pageParam }) =>
      server((api) =>
        api.getTeamConversation({ data: { ...targetOf(place), fan_id: place.fanId, cursor: pageParam, limit: 50 } }),
      ),
    initialPageParam: cursorPages.initialPageParam,
    getNextPageParam: ({ messages }) => messages.next ?? undefined,
    // A grant that has ended is not asked for again.
    retry: false,
  })

/** To whom a conversation may be handed now; read whenever it is asked, as shifts begin and end. */
export const teamColleaguesQuery = (place: Pick<TeamPlace, 'agencyId' | 'creatorId'>) =>
  queryOptions({
    queryKey: [...teamInboxKeys.all, 'colleagues', place.agencyId, place.creatorId],
    queryFn: () => server((api) => api.getTeamColleagues({ data: targetOf(place) })),
    staleTime: 0,
  })

/** The saved replies of the creator for whom an operator answers. */
export const teamRepliesQuery = (
  place: TeamPlace,
  filter: Pick<Sent<typeof teamInbox.replies>, 'q' | 'folder' | 'for'>,
) =>
  infiniteQueryOptions({
    queryKey: [...teamInboxKeys.all, 'replies', place.agencyId, place.creatorId, filter],
    queryFn: ({ pageParam }) =>
      server((api) => api.getTeamReplies({ data: { ...targetOf(place), ...filter, cursor: pageParam } })),
    ...cursorPages,
    placeholderData: keepPreviousData,
  })

export type Claim = Sent<typeof teamInbox.claim>

/** Claims, renews, hands over or releases; the live socket tells everyone, this tab included. */
export function useClaimConversation() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (data: Claim) => server((api) => api.claimConversation({ data })),
    onSuccess: (_, { note }) =>
      // Notes are not in the event.
      note === undefined ? undefined : queryClient.invalidateQueries({ queryKey: teamInboxKeys.all }),
    meta: { shown: true },
  })
}

type TeamMessage = {
  content: string
  clientId: string
  despiteClaim: boolean
  files: Files
  /** The second yes to a dear price. */
  isConfirmed: boolean
}
/** What goes along, by its ids. */
type Files = { ids: readonly string[]; previewIds: readonly string[]; price: number | null; replyId: string | null }

/** Sends as the team of the creator; the answer joins the conversation at once. `onSent` is called wherever one is then. */
export function useSendFromTeam(place: TeamPlace, onSent: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ content, clientId, despiteClaim, files, isConfirmed }: TeamMessage) =>
      server((api) =>
        api.sendFromTeam({
          data: {
            ...targetOf(place),
            receiver_id: place.fanId,
            content,
            client_id: clientId,
            despite_claim: despiteClaim,
            media_ids: [...files.ids],
            preview_ids: [...files.previewIds],
            price: files.price,
            price_confirmed: isConfirmed,
            saved_reply_id: files.replyId,
          },
        }),
      ),
    onSuccess: (message) => {
      onSent()
      queryClient.setQueryData<ConversationPages>(teamInboxKeys.conversation(place), (pages) =>
        withMessage(pages, message),
      )
      countAnswer(queryClient, message)
      queryClient.setQueriesData<InboxPages>({ queryKey: teamInboxKeys.lists }, (pages) =>
        mapRows(pages, (row) => (row.session_id === message.session_id ? touched(row, message) : row)),
      )
    },
    meta: { shown: true },
  })
}

/**
 * Takes one from how many wait for a creator, as the answer to a row that is known to wait; what is not known is asked.
 * Called before the row is `touched`, so that an answer and its event count once.
 */
export function countAnswer(queryClient: QueryClient, message: Message): void {
  const row = queryClient
    .getQueriesData<InboxPages>({ queryKey: teamInboxKeys.lists })
    .flatMap(([, pages]) => pages?.pages ?? [])
    .flatMap((page) => page.data)
    .find((it) => it.session_id === message.session_id)
  if (row === undefined) return void queryClient.invalidateQueries({ queryKey: teamInboxKeys.creators })
  if (!row.awaits_answer || message.seq <= row.last_seq) return
  const without = (it: TeamCreator): TeamCreator =>
    it.creator.id === row.creator.id ? { ...it, waiting: Math.max(0, it.waiting - 1) } : it
  queryClient.setQueryData(teamCreatorsQuery.queryKey, (known) => known && { data: known.data.map(without) })
}

/** Marks a conversation of a creator as read, for the whole team. */
export function useReadTeamConversation(place: TeamPlace) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Pick<Message, 'id' | 'session_id'>) =>
      server((api) => api.readTeamConversation({ data: { ...targetOf(place), message_id: id } })),
    onSuccess: (_, { session_id }) =>
      queryClient.setQueriesData<InboxPages>({ queryKey: teamInboxKeys.lists }, (pages) =>
        mapRows(pages, (row) => (row.session_id === session_id ? { ...row, unread_count: 0 } : row)),
      ),
    meta: { shown: true },
  })
}

type WrittenDraft = Omit<MessageDraft, 'user_id' | 'updated_at'>

/** Keeps the message that the operator is writing, as it is after each change. */
export function useSaveTeamDraft(place: TeamPlace) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (draft: WrittenDraft) =>
      server((api) => api.saveTeamDraft({ data: { ...targetOf(place), fan_id: place.fanId, ...draft } })),
    // The conversation is opened again from the cache, whose older draft would be taken for another device's.
    onSuccess: (_, written) => {
      const draft = { ...written, user_id: place.fanId, updated_at: new Date().toISOString() }
      queryClient.setQueryData<ConversationPages>(
        teamInboxKeys.conversation(place),
        (pages) => pages && { ...pages, pages: pages.pages.map((page) => ({ ...page, draft })) },
      )
    },
    scope: { id: 'team-draft' },
    meta: { silent: true },
  })
}

/** Changes rows in every list that is known; they keep their places. */
export const mapRows = (
  pages: InboxPages | undefined,
  change: (row: TeamInboxRow) => TeamInboxRow,
): InboxPages | undefined =>
  pages && { ...pages, pages: pages.pages.map((page) => ({ ...page, data: page.data.map(change) })) }

/**
 * Reads an open conversation again after something became of a request in it, and marks its row by what waits then. The
 * list is not read again, so that nothing moves under a pointer.
 */
export async function refreshTeamRequests(queryClient: QueryClient, place: TeamPlace): Promise<void> {
  const queryKey = teamInboxKeys.conversation(place)
  await queryClient.invalidateQueries({ queryKey })
  const [first] = queryClient.getQueryData<ConversationPages>(queryKey)?.pages ?? []
  if (first === undefined) return
  const waiting = first.requests.findLast(({ state }) => state === 'open' || state === 'accepted')
  const request = waiting ? { price: waiting.price } : null
  queryClient.setQueriesData<InboxPages>({ queryKey: teamInboxKeys.lists }, (pages) =>
    mapRows(pages, (row) =>
      row.creator.id === place.creatorId && row.fan.id === place.fanId ? { ...row, request } : row,
    ),
  )
}

/** A row after a message: from the fan it waits and counts, from the team it is answered. */
export function touched(row: TeamInboxRow, message: Message): TeamInboxRow {
  if (message.seq <= row.last_seq) return row
  const isFromFan = message.sender.id === row.fan.id
  // Coins alone ask for no answer (product §27).
  const isBareTip = isFromFan && message.type === 'tip' && message.content === ''
  return {
    ...row,
    last_message: message.content,
    last_message_type: lastMessageType(message),
    last_message_at: message.created_at,
    last_seq: message.seq,
    awaits_answer: isBareTip ? row.awaits_answer : isFromFan && row.may_write,
    unread_count: isFromFan ? row.unread_count + 1 : row.unread_count,
  }
}

/** A conversation with this message in it once, or as it is now. */
export function withMessage(pages: ConversationPages | undefined, message: Message): ConversationPages | undefined {
  const [first, ...rest] = pages?.pages ?? []
  if (pages === undefined || first === undefined) return pages
  const isKnown = pages.pages.some((page) => page.messages.data.some((it) => it.id === message.id))
  if (!isKnown) {
    const data = [message, ...first.messages.data].sort((a, b) => b.seq - a.seq)
    return { ...pages, pages: [{ ...first, messages: { ...first.messages, data } }, ...rest] }
  }
  return mapMessages(pages, (it) => (it.id === message.id ? message : it))
}

export const mapMessages = (
  pages: ConversationPages | undefined,
  change: (message: Message) => Message,
): ConversationPages | undefined =>
  pages && {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      messages: { ...page.messages, data: page.messages.data.map(change) },
    })),
  }
