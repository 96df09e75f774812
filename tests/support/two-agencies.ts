import { agencies } from '../../contract/agencies.ts'
import type { Flag } from '../../contract/endpoint.ts'
import { join, represent } from './agency.ts'
import type { Actor, TestApi } from './api.ts'
import { rights } from './rights.ts'

/**
 * Two agencies, Aube and Brume, that share people: Olivia operates in both, and both represent Alice. In Aube also Pablo
 * operates, and Bea is represented. Everyone else has another of their kind beside them, so that a condition less
 * changes or shows more than it should. `names` says what a row is, by its
 * table and id, as `aube: olivia for alice`.
 */
export async function makeTwoAgencies(api: TestApi) {
  const user = async (isCreator = false) => api.makeUser(isCreator ? { isCreator, priceCents: 0 } : {})
  const people = {
    ...{ anna: await user(), boris: await user(), olivia: await user(), pablo: await user(), guest: await user() },
    ...{ alice: await user(true), bea: await user(true), cleo: await user(true) },
  }
  const names = new Map<string, string>()
  const flags: Flag[] = ['can_chat', 'can_social', 'can_medias', 'can_profile', 'can_payment', 'show_in_analytics']
  const make = async (name: string, owner: Actor, operators: Name[], creators: Name[], guests: Name[]) => {
    const { id } = (await api.call(owner, agencies.create, { name })).data
    names.set(`agencies ${id}`, name)
    const members: Partial<Record<Name, string>> = {}
    const links: Partial<Record<Name, string>> = {}
    const grants: Record<string, string> = {}
    for (const it of operators) members[it] = await join(api, owner, id, people[it])
    for (const it of creators) links[it] = await represent(api, owner, id, people[it])
    for (const operator of operators)
      for (const creator of creators) {
        const pair = { id, memberId: members[operator] ?? '', creatorId: links[creator] ?? '' }
        const grant = await api.call(owner, agencies.putGrant, { ...pair, permissions: rights(...flags) })
        grants[`${operator} for ${creator}`] = grant.data.id
      }
    const invitations: Partial<Record<Name, string>> = {}
    for (const it of guests) {
      const sent = await api.call(owner, agencies.invite, { id, kind: 'member', username: people[it].username })
      invitations[it] = sent.data.id
    }
    const own = (await api.call(owner, agencies.get, { id })).data.my_member_id
    const rows = { agency_members: { ...members, owner: own }, agency_creators: links, agency_grants: grants }
    for (const [table, ids] of Object.entries(rows))
      for (const [who, row] of Object.entries(ids)) names.set(`${table} ${row}`, `${name}: ${who}`)
    for (const [who, row] of Object.entries(invitations))
      names.set(`agency_invitations ${row}`, `${name}: invited ${who}`)
    return { id, owner, members, links, grants, invitations }
  }
  const aube = await make('aube', people.anna, ['olivia', 'pablo'], ['alice', 'bea'], ['guest', 'boris'])
  const brume = await make('brume', people.boris, ['olivia', 'guest'], ['alice', 'cleo'], ['anna', 'pablo'])
  return { people, aube, brume, names }
}
type Name = 'anna' | 'boris' | 'olivia' | 'pablo' | 'guest' | 'alice' | 'bea' | 'cleo'
export type TwoAgencies = Awaited<ReturnType<typeof makeTwoAgencies>>
