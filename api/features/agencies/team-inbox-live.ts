import type { Message } from '../../../contract/chat.ts'
import type { LivePayload } from '../../../contract/live.ts'
import { type Batched, batched } from '../../platform/db/batch.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { PublishedEvent } from '../../platform/live/live.ts'
import type { SocketEvent, SocketFeature, SocketHandlers } from '../../platform/live/socket-feature.ts'
import type { Services } from '../../platform/services.ts'
import { forOperator } from './team-conversation.ts'
import { chatGrantsOf, openGrants } from './team-inbox-statements.ts'

/**
 * The team inbox on an operator's own socket: while it is open, the socket receives the events of every creator for whom
 * the operator may chat (product §57). Each creator is a subscription under its grant: a revocation ends it at once on
 * every node, and the check of rights ends one whose revocation was not received.
 */
export const teamInboxSockets = (ctx: Services): SocketFeature => ({
  presents: [],
  present: async () => new Map(),
  open: (viewer, write) => openInbox(ctx, viewer, write),
})

type Write = (event: SocketEvent) => void
type Grant = { id: string; agency_id: string; creator_id: string; can_payment: boolean }

function openInbox(ctx: Services, viewer: () => Viewer, write: Write): SocketHandlers {
  const subscriptions = new Map<string, () => void>()
  let isOpen = false
  let checked: { at: number; grants: Promise<OpenGrants> } | null = null

  /** Subscribes to creators whose grants are new since it was opened. */
  async function refresh(): Promise<void> {
    const { id, acting, emailVerified } = viewer()
    if (!isOpen || acting !== null || !emailVerified) return
    for (const grant of await ctx.db.run(chatGrantsOf, { operator: id }))
      if (isOpen && !subscriptions.has(grant.id)) subscriptions.set(grant.id, subscribe(grant))
    checked = null
  }

  function subscribe(grant: Grant): () => void {
    const { id, sessionId } = viewer()
    const place = { agency_id: grant.agency_id, creator_id: grant.creator_id }
    let seesAmounts = grant.can_payment
    const send = (event: TeamEvent) => write({ type: 'team_event', payload: { ...place, event } })
    const unsubscribe = ctx.live.subscribe({
      userId: grant.creator_id,
      sessionId,
      grantId: grant.id,
      operatorId: id,
      onEvent(event) {
        const shown = toTeamEvent(event, grant, (message) => {
          const readable = forOperator(ctx, { operatorId: id, grantId: grant.id }, message)
          return seesAmounts ? readable : { ...readable, tip: null }
        })
        if (shown !== null) send(shown)
      },
      catchUp: () => send({ type: 'missed' }),
      revoke() {
        end(grant.id)
        send({ type: 'access_ended' })
      },
      // The socket itself is restarted, and opens the inbox again.
      restart: () => undefined,
      async stillHolds() {
        const now = (await check()).get(grant.id)
        seesAmounts = now?.can_payment === true
        return now !== undefined
      },
    })
    return unsubscribe
  }

  /** All grants of this socket at once, and one answer for checks of the same moment. */
  function check(): Promise<OpenGrants> {
    const now = Date.now()
    if (checked === null || now - checked.at > checkedMs)
      checked = { at: now, grants: batched(ctx, openGrantsOf, [...subscriptions.keys()]) }
    return checked.grants
  }

  function end(grantId: string): void {
    subscriptions.get(grantId)?.()
    subscriptions.delete(grantId)
  }

  async function close(): Promise<void> {
    isOpen = false
    for (const grantId of [...subscriptions.keys()]) end(grantId)
  }

  return {
    frames: {
      team_inbox: async (frame) => {
        isOpen = frame.is_open
        await (isOpen ? refresh() : close())
      },
    },
    adapt: {
      // While acting, colleagues of another agency are no one's business, as in `team_here`.
      team_claim: async (event) => {
        const { acting } = viewer()
        return acting !== null && event.payload.agency_id !== acting.agencyId ? null : event
      },
    },
    pulse: refresh,
    close,
  }
}

type OpenGrants = Map<string, { can_payment: boolean }>
const checkedMs = 500

/** The inboxes of many sockets share a statement. */
const openGrantsOf: Batched<string[], OpenGrants> = {
  run: async (ctx, inputs) => {
    const rows = await ctx.db.run(openGrants, { grants: [...new Set(inputs.flat())] })
    const byId = new Map(rows.map((row) => [row.id, row]))
    return inputs.map(() => byId)
  },
}

type TeamEvent = LivePayload<'team_event'>['event']

/** An event of the creator as the team inbox shows it, or null for one that does not belong there. */
function toTeamEvent(
  { type, payload }: PublishedEvent,
  grant: Grant,
  show: (message: Message) => Message,
): TeamEvent | null {
  switch (type) {
    case 'new_message':
    case 'message_updated':
      return { type, message: show(payload.message as Message) }
    case 'message_deleted': {
      const { session_id, message_id } = payload as LivePayload<'message_deleted'>
      return { type, session_id, message_id }
    }
    case 'read': {
      const { session_id, reader_id, seq } = payload as LivePayload<'read'>
      return { type, session_id, reader_id, seq }
    }
    case 'media_unlocked': {
      // What was bought in a post is no part of a conversation.
      const { session_id, by } = payload as LivePayload<'media_unlocked'>
      return session_id === null || by === null ? null : { type, fan_id: by }
    }
    case 'request_updated':
      return { type, fan_id: (payload as LivePayload<'request_updated'>).other_id }
    case 'typing': {
      const { sender_id, is_typing } = payload as LivePayload<'typing'>
      return { type, sender_id, is_typing }
    }
    case 'team_claim': {
      // A claim of another agency is none of this one's business.
      const { agency_id, fan_id, operator, until } = payload as LivePayload<'team_claim'>
      return agency_id === grant.agency_id ? { type, fan_id, operator, until } : null
    }
    default:
      return null
  }
}
