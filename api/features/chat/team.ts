import type { LivePayload } from '../../../contract/live.ts'
import { isUuid } from '../../../contract/uuid.ts'
import { orNull, statement, text, texts, uuid } from '../../platform/db/statement.ts'
import type { Services } from '../../platform/services.ts'
import { grantTables, opensChat } from '../../identity/grants.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { PublishedEvent } from '../../platform/live/live.ts'

/**
 * Who of a team is in which conversation of a creator, so that two do not answer the same fan. It is told to those who
 * may chat as the creator (the creator, operators who act as them, and operators at their desk) and to nobody else: the
 * fan is told that the creator writes, as ever. Nothing is kept; whoever looks in asks, and who is there answers.
 */
export function openTeamPresence(ctx: Services, viewer: () => Viewer): TeamPresence {
  /** The fan whose conversation this socket looks at. */
  let at: string | null = null
  /** A creator without a team talks to nobody: asked whenever a conversation is opened. */
  let alone = false
  let askedAt = 0
  /** Until when this socket counts as typing: whoever comes in meanwhile is told so. */
  let typesUntil = 0
  let name: string | null | undefined

  async function publish(fanId: string, more: { is_here: boolean; asks?: boolean }): Promise<void> {
    if (alone) return
    const { id, acting } = viewer()
    const personId = acting?.operatorId ?? id
    name ??= await nameOf(ctx, personId)
    const payload: TeamMemberHere = {
      creator_id: id,
      fan_id: fanId,
      person_id: personId,
      agency_id: acting?.agencyId ?? null,
      name,
      is_here: more.is_here,
      is_typing: more.is_here && Date.now() < typesUntil,
      asks: more.asks ?? false,
    }
    ctx.live.publish({ userId: id, type: 'team_here', payload })
    if (payload.asks) return
    for (const member of await teamOf(ctx, id)) {
      if (member.user_id === personId || !ctx.live.isOnline(member.user_id)) continue
      const knows = acting === null || member.agencies.includes(acting.agencyId)
      ctx.live.publish({ userId: member.user_id, type: 'team_here', payload: knows ? payload : nameless(payload) })
    }
  }

  async function leave(): Promise<void> {
    if (at === null) return
    const fanId = at
    at = null
    typesUntil = 0
    await publish(fanId, { is_here: false })
  }

  return {
    async openConversation(fanId) {
      if (fanId === at || !viewer().isCreator) return
      await leave()
      if (fanId === null || !isUuid(fanId)) return
      at = fanId.toLowerCase()
      alone = viewer().acting === null && (await teamOf(ctx, viewer().id)).length === 0
      await publish(at, { is_here: true })
      await publish(at, { is_here: true, asks: true })
    },
    async watchTeamDesk() {
      const { id, acting } = viewer()
      if (acting !== null || Date.now() - askedAt < askMs) return
      askedAt = Date.now()
      for (const { creator_id } of await ctx.db.run(creatorsOf, { operator: id })) {
        const nowhere = { fan_id: '', agency_id: null, name: null, is_here: false, is_typing: false }
        ctx.live.publish({
          userId: creator_id,
          type: 'team_here',
          payload: { ...nowhere, creator_id, person_id: id, asks: true },
        })
      }
    },
    async typing(fanId, isTyping) {
      if (at !== fanId) return
      typesUntil = isTyping ? Date.now() + typesMs : 0
      await publish(fanId, { is_here: true })
    },
    async renew() {
      if (at !== null) await publish(at, { is_here: true })
    },
    leave,
    async onEvent(event) {
      const here = event.payload as TeamMemberHere
      const { id, acting } = viewer()
      const isMe = here.person_id === (acting?.operatorId ?? id)
      const isMine = here.creator_id === id
      // Another tab of mine left, but here I still am; or somebody asks who is here.
      if (isMine && at !== null && (isMe ? !here.is_here && here.fan_id === at : here.asks && fits(here, at)))
        await publish(at, { is_here: true })
      if (isMe || here.asks) return null
      // An operator who acts hears of this creator only, whatever else is told to the person.
      if (acting !== null && !isMine) return null
      const isOther = acting !== null && here.agency_id !== null && here.agency_id !== acting.agencyId
      return isOther ? { ...event, payload: nameless(here) } : event
    },
  }
}

export type TeamPresence = {
  /** This socket looks at the conversation with a fan now, or at none. */
  openConversation(fanId: string | null): Promise<void>
  /** Asks who is in the conversations of all creators whom this person may chat for. */
  watchTeamDesk(): Promise<void>
  typing(fanId: string, isTyping: boolean): Promise<void>
  /** Says again who is here, which others forget after a minute. */
  renew(): Promise<void>
  leave(): Promise<void>
  /** What somebody said as this socket may hear it; null when it is not for it. */
  onEvent(event: PublishedEvent): Promise<PublishedEvent | null>
}

type TeamMemberHere = LivePayload<'team_here'>

const fits = (here: TeamMemberHere, fanId: string): boolean => here.fan_id === '' || here.fan_id === fanId
/** Somebody of another agency: that there is somebody, and no more. */
const nameless = (here: TeamMemberHere): TeamMemberHere => ({ ...here, person_id: '', agency_id: null, name: null })

async function nameOf(ctx: Services, userId: string): Promise<string | null> {
  const [row] = await ctx.db.run(nameOfPerson, { user: userId })
  return row?.name ?? null
}

const teamOf = (ctx: Services, creatorId: string) => ctx.db.run(teamOfCreator, { creator: creatorId })

const askMs = 5_000
/** Who types says so every 3 s; a page forgets it after as long. */
const typesMs = 6_000

const nameOfPerson = statement(
  'team_name',
  { user: uuid },
  { name: orNull(text) },
  ({ user }) => `select coalesce(display_name, '@' || username) as name from users where id = ${user}`,
)
/** Who may chat as a creator right now. */
const teamOfCreator = statement(
  'team_of_creator',
  { creator: uuid },
  { user_id: uuid, agencies: texts },
  ({ creator }) => `
    select m.user_id, array_agg(distinct g.agency_id::text) as agencies from ${grantTables}
    where l.user_id = ${creator} and ${opensChat} group by m.user_id limit 200`,
)
const creatorsOf = statement(
  'team_creators',
  { operator: uuid },
  { creator_id: uuid },
  ({ operator }) => `
    select distinct l.user_id as creator_id from ${grantTables} where m.user_id = ${operator} and ${opensChat} limit 200`,
)
