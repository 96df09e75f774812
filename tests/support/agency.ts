import assert from 'node:assert'
import { acting } from '../../contract/acting.ts'
import { agencies } from '../../contract/agencies.ts'
import type { Permissions } from '../../contract/profile.ts'
import { type Actor, signInDirectly, type TestApi } from './api.ts'
import { allRights } from './rights.ts'

/** An agency with an owner, one operator and one creator who allows everything, made through the API. */
export async function makeAgency(api: TestApi, permissions: Permissions = allRights) {
  const owner = await api.makeUser()
  const operator = await api.makeUser()
  const creator = await api.makeUser({ isCreator: true, priceCents: 999 })
  const agency = (await api.call(owner, agencies.create, { name: 'Sand & Company' })).data
  const memberId = await join(api, owner, agency.id, operator)
  const linkId = await represent(api, owner, agency.id, creator)
  const place = { id: agency.id, memberId, creatorId: linkId }
  const grant = (await api.call(owner, agencies.putGrant, { ...place, permissions })).data
  return { owner, operator, creator, agencyId: agency.id, memberId, linkId, place, grantId: grant.id }
}

export async function join(api: TestApi, owner: Actor, agencyId: string, person: Actor): Promise<string> {
  const invitation = (
    await api.call(owner, agencies.invite, { id: agencyId, kind: 'member', username: person.username })
  ).data
  await api.call(person, agencies.accept, { id: invitation.id })
  const agency = (await api.call(owner, agencies.get, { id: agencyId })).data
  return agency.members.find((it) => it.user.id === person.id)?.id ?? ''
}

export async function represent(api: TestApi, owner: Actor, agencyId: string, creator: Actor): Promise<string> {
  const invitation = (
    await api.call(owner, agencies.invite, { id: agencyId, kind: 'creator', username: creator.username })
  ).data
  await api.call(creator, agencies.accept, { id: invitation.id })
  return invitation.id
}

/** Starts acting in a new browser session and returns it; the actor's other sessions stay as they are. */
export async function actAs(api: TestApi, operator: Actor, target: Actor): Promise<Actor> {
  const browser = { ...operator, ...(await signInDirectly(api.db, operator.id, api.ctx.env.SECRET)) }
  const answer = await api.call(browser, acting.start, { targetId: target.id })
  assert(answer.status === 200, JSON.stringify(answer.refusal))
  return withCookieOf(browser, answer.headers)
}

/** The same browser after an answer that renewed its session. */
export function withCookieOf(browser: Actor, headers: Headers): Actor {
  const line = headers.getSetCookie().find((it) => it.startsWith('fanfare.session_token='))
  return line === undefined ? browser : { ...browser, cookie: line.split(';', 1)[0] ?? '' }
}
