import { agencies } from '../../contract/agencies.ts'
import type { MemberRole } from '../../contract/agency-shapes.ts'
import { chat } from '../../contract/chat.ts'
import { teamInbox } from '../../contract/team-inbox.ts'
import { users } from '../../contract/users.ts'
import { join, makeAgency } from './agency.ts'
import type { Actor, TestApi } from './api.ts'
import { rights } from './rights.ts'

/** An agency with a supervisor, and a fan whom its operator has answered. */
export async function makeSupervised(api: TestApi) {
  const agency = await makeAgency(api, rights('can_chat'))
  const supervisor = await api.makeUser()
  const supervisorMember = await join(api, agency.owner, agency.agencyId, supervisor)
  await giveRole(api, agency, supervisorMember, 'supervisor')
  const fan = await api.makeUser()
  const messageId = await answer(api, agency, fan, 'Thank you, dear Lou')
  return { ...agency, supervisor, supervisorMember, fan, messageId }
}

type Agency = { owner: Actor; operator: Actor; creator: Actor; agencyId: string }

export const giveRole = (api: TestApi, agency: Agency, memberId: string, role: MemberRole) =>
  api.call(agency.owner, agencies.changeMember, { id: agency.agencyId, memberId, role })

/** What the operator answers a fan who has written; the id of the answer. */
export async function answer(api: TestApi, agency: Agency, fan: Actor, content: string): Promise<string> {
  await api.call(fan, users.follow, { id: agency.creator.id })
  await api.call(fan, chat.send, { receiver_id: agency.creator.id, content: 'Hello' })
  const desk = { agency_id: agency.agencyId, as_creator_id: agency.creator.id }
  const sent = await api.call(agency.operator, teamInbox.send, { ...desk, receiver_id: fan.id, content })
  return sent.data.id
}
