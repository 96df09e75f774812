import type { LivePayload } from '../../../contract/live.ts'
import { isUuid } from '../../../contract/uuid.ts'
import { grantTables, opensChat } from '../../identity/grants.ts'
import { orNull, statement, text, texts, uuid } from '../../platform/db/statement.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { PublishedEvent } from '../../platform/live/live.ts'
import type { Services } from '../../platform/services.ts'

/**
 * Which team members are in which conversation of a creator, so that two do not answer the same fan. It is published to
 * users who may chat as the creator only: the creator, operators who act as them, and operators in the team inbox. The
 * fan sees the creator typing, as always. Nothing is stored: a socket that opens a conversation asks, and the sockets
 * that are in it answer.
 */
export function openTeamPresence(ctx: Services, viewer: () => Viewer): TeamPresence {
  /** The fan whose conversation is open on this socket. */
  let openFanId: string | null = null
  /** Whether the creator has no team, so that nothing is published; read when a conversation is opened. */
  let hasNoTeam = false
  let inboxAskedAt = 0
  /** The time until which this socket counts as typing; a member who arrives before then learns of it. */
  let typingUntil = 0
  let name: string | null | undefined

  async function publish(fanId: string, state: { isHere: boolean; asks?: boolean }): Promise<void> {
    if (hasNoTeam) return
    const { id, acting } = viewer()
    const personId = acting?.operatorId ?? id
    name ??= await readName(ctx, personId)
    const payload: MemberPresence = {
      creator_id: id,
      fan_id: fanId,
      person_id: personId,
      agency_id: acting?.agencyId ?? null,
      name,
      is_here: state.isHere,
      is_typing: state.isHere && Date.now() < typingUntil,
      asks: state.asks ?? false,
    }
    ctx.live.publish({ userId: id, type: 'team_here', payload })
    if (payload.asks) return
    for (const member of await readTeam(ctx, id)) {
      if (member.user_id === personId || !ctx.live.isOnline(member.user_id)) continue
      const isColleague = acting === null || member.agencies.includes(acting.agencyId)
      const visible = isColleague ? payload : withoutName(payload)
      ctx.live.publish({ userId: member.user_id, type: 'team_here', payload: visible })
    }
  }

  async function leave(): Promise<void> {
    if (openFanId === null) return
    const fanId = openFanId
    openFanId = null
    typingUntil = 0
    await publish(fanId, { isHere: false })
  }

  return {
    async openConversation(fanId) {
      if (fanId === openFanId || !viewer().isCreator) return
      await leave()
      if (fanId === null || !isUuid(fanId)) return
      openFanId = fanId.toLowerCase()
      hasNoTeam = viewer().acting === null && (await readTeam(ctx, viewer().id)).length === 0
      await publish(openFanId, { isHere: true })
      await publish(openFanId, { isHere: true, asks: true })
    },
    async watchInbox() {
      const { id, acting } = viewer()
      if (acting !== null || Date.now() - inboxAskedAt < askMs) return
      inboxAskedAt = Date.now()
      for (const { creator_id } of await ctx.db.run(creatorsOfOperator, { operator: id })) {
        const anyConversation = { fan_id: '', agency_id: null, name: null, is_here: false, is_typing: false }
        ctx.live.publish({
          userId: creator_id,
          type: 'team_here',
          payload: { ...anyConversation, creator_id, person_id: id, asks: true },
        })
      }
    },
    async typing(fanId, isTyping) {
      if (openFanId !== fanId) return
      typingUntil = isTyping ? Date.now() + typingMs : 0
      await publish(fanId, { isHere: true })
    },
    async renew() {
      if (openFanId !== null) await publish(openFanId, { isHere: true })
    },
    leave,
    async onEvent(event) {
      const presence = event.payload as MemberPresence
      const { id, acting } = viewer()
      const isOwn = presence.person_id === (acting?.operatorId ?? id)
      const isOfCreator = presence.creator_id === id
      // Another tab of this person left while this socket is still here, or a socket asks who is here.
      const hasLeftElsewhere = isOwn && !presence.is_here && presence.fan_id === openFanId
      const asksHere = !isOwn && presence.asks && (presence.fan_id === '' || presence.fan_id === openFanId)
      if (isOfCreator && openFanId !== null && (hasLeftElsewhere || asksHere))
        await publish(openFanId, { isHere: true })
      if (isOwn || presence.asks) return null
      // A socket that acts as a creator receives that creator's events only, not those of the operator's other creators.
      if (acting !== null && !isOfCreator) return null
      const isOtherAgency = acting !== null && presence.agency_id !== null && presence.agency_id !== acting.agencyId
      return isOtherAgency ? { ...event, payload: withoutName(presence) } : event
    },
  }
}

export type TeamPresence = {
  /** This socket shows the conversation with a fan now, or none. */
  openConversation(fanId: string | null): Promise<void>
  /** Asks who is in the conversations of all creators for whom this operator may chat. */
  watchInbox(): Promise<void>
  typing(fanId: string, isTyping: boolean): Promise<void>
  /** Publishes the presence again; clients forget it after a minute. */
  renew(): Promise<void>
  leave(): Promise<void>
  /** A member's event as this socket may see it, or null. */
  onEvent(event: PublishedEvent): Promise<PublishedEvent | null>
}

type MemberPresence = LivePayload<'team_here'>

/** Of a member of another agency only the presence is visible. */
const withoutName = (presence: MemberPresence): MemberPresence => ({
  ...presence,
  person_id: '',
  agency_id: null,
  name: null,
})

async function readName(ctx: Services, userId: string): Promise<string | null> {
  const [row] = await ctx.db.run(nameOfUser, { user: userId })
  return row?.name ?? null
}

const readTeam = (ctx: Services, creatorId: string) => ctx.db.run(teamOfCreator, { creator: creatorId })

const askMs = 5_000
/** A client that types sends a frame every 3 s; a page forgets it after 6 s. */
const typingMs = 6_000

const nameOfUser = statement(
  'team_name',
  { user: uuid },
  { name: orNull(text) },
  ({ user }) => `select coalesce(display_name, '@' || username) as name from users where id = ${user}`,
)
/** The operators who may chat as a creator now. */
const teamOfCreator = statement(
  'team_of_creator',
  { creator: uuid },
  { user_id: uuid, agencies: texts },
  ({ creator }) => `
    select m.user_id, array_agg(distinct g.agency_id::text) as agencies from ${grantTables}
    where l.user_id = ${creator} and ${opensChat} group by m.user_id limit 200`,
)
const creatorsOfOperator = statement(
  'team_creators',
  { operator: uuid },
  { creator_id: uuid },
  ({ operator }) => `
    select distinct l.user_id as creator_id from ${grantTables} where m.user_id = ${operator} and ${opensChat} limit 200`,
)
