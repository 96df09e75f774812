import type { QueryClient } from '@tanstack/react-query'
import type { LivePayload } from '../../../contract/live.ts'
import type { TeamInboxRow } from '../../../contract/team-inbox.ts'
import {
  type ConversationPages,
  countAnswer,
  type InboxPages,
  mapMessages,
  mapRows,
  refreshTeamRequests,
  teamInboxKeys,
  touched,
  withMessage,
} from '../../queries/team-inbox.ts'

type TeamEvent = LivePayload<'team_event'>

/**
 * Brings what is known of the team inbox up to date with an event. Rows keep their places, so that nothing moves under a
 * pointer; answers whether the list would be in another order now.
 */
export function applyTeamEvent(queryClient: QueryClient, { agency_id, creator_id, event }: TeamEvent): boolean {
  const patchRows = (change: (row: TeamInboxRow) => TeamInboxRow) =>
    queryClient.setQueriesData<InboxPages>({ queryKey: teamInboxKeys.lists }, (pages) =>
      mapRows(pages, (row) => (row.creator.id === creator_id ? change(row) : row)),
    )
  const patchConversation = (fanId: string, change: (pages: ConversationPages) => ConversationPages | undefined) =>
    queryClient.setQueryData<ConversationPages>(
      teamInboxKeys.conversation({ agencyId: agency_id, creatorId: creator_id, fanId }),
      (pages) => pages && change(pages),
    )
  switch (event.type) {
    case 'new_message': {
      const { message } = event
      const fanId = message.sender.id === creator_id ? message.receiver_id : message.sender.id
      patchConversation(fanId, (pages) => withMessage(pages, message))
      const isFromFan = message.sender.id !== creator_id
      if (isFromFan) void queryClient.invalidateQueries({ queryKey: teamInboxKeys.creators })
      else countAnswer(queryClient, message)
      patchRows((row) => (row.session_id === message.session_id ? touched(row, message) : row))
      return isFromFan
    }
    case 'message_updated': {
      const { message } = event
      const fanId = message.sender.id === creator_id ? message.receiver_id : message.sender.id
      patchConversation(fanId, (pages) => mapMessages(pages, (it) => (it.id === message.id ? message : it)))
      void queryClient.invalidateQueries({ queryKey: teamInboxKeys.everyAround })
      return false
    }
    case 'message_deleted':
      queryClient.setQueriesData<ConversationPages>({ queryKey: teamInboxKeys.conversations }, (pages) =>
        mapMessages(pages, (it) =>
          it.id === event.message_id ? { ...it, deleted: true, content: '', media: [] } : it,
        ),
      )
      void queryClient.invalidateQueries({ queryKey: teamInboxKeys.everyAround })
      return false
    case 'request_updated':
      void refreshTeamRequests(queryClient, { agencyId: agency_id, creatorId: creator_id, fanId: event.fan_id })
      return false
    case 'media_unlocked':
      // The message says that it was sold, and the panel what the fan has paid.
      void queryClient.invalidateQueries({
        queryKey: teamInboxKeys.conversation({ agencyId: agency_id, creatorId: creator_id, fanId: event.fan_id }),
      })
      void queryClient.invalidateQueries({ queryKey: teamInboxKeys.everyAround })
      return false
    case 'read':
      if (event.reader_id === creator_id)
        patchRows((row) => (row.session_id === event.session_id ? { ...row, unread_count: 0 } : row))
      return false
    case 'team_claim': {
      const { fan_id, operator, until } = event
      const claimOf = (note: string | undefined) => ({
        operator,
        until,
        note: note ?? '',
        at: new Date().toISOString(),
      })
      patchRows((row) =>
        row.agency_id === agency_id && row.fan.id === fan_id ? { ...row, claim: claimOf(row.claim?.note) } : row,
      )
      patchConversation(fan_id, (pages) => ({
        ...pages,
        pages: pages.pages.map((page) => ({ ...page, claim: claimOf(page.claim?.note) })),
      }))
      return false
    }
    case 'missed':
      void queryClient.invalidateQueries({ queryKey: teamInboxKeys.all })
      return false
    case 'access_ended':
      // The open conversation is asked for again, and says that the access has ended.
      void queryClient.invalidateQueries({ queryKey: teamInboxKeys.all })
      return false
    default:
      return false
  }
}
