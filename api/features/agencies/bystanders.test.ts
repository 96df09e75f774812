import { describe, expect, it } from 'vitest'
import { agencies } from '../../../contract/agencies.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { users } from '../../../contract/users.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { rowsChangedBy } from '../../../tests/support/changed-rows.ts'
import { rights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { makeTwoAgencies, type TwoAgencies } from '../../../tests/support/two-agencies.ts'

/** Each act changes the rows that it names, and none of another agency, member, creator or grant. */
const api = testApi()

const tables = ['agencies', 'agency_members', 'agency_creators', 'agency_grants', 'agency_invitations']
type Call = <E extends Endpoint>(actor: Actor, endpoint: E, input: object) => Promise<unknown>
type Act = (world: TwoAgencies, call: Call) => Promise<unknown>

async function changed(act: Act): Promise<string[]> {
  const world = await makeTwoAgencies(api)
  const call: Call = async (actor, endpoint, input) => {
    const answer = await api.call(actor, endpoint, input as never)
    expect([answer.status, answer.refusal]).toEqual([200, answer.refusal])
  }
  const rows = await rowsChangedBy(api, tables, async () => void (await act(world, call)))
  return rows.map((id) => world.names.get(id) ?? 'a new row').sort()
}

const pair = ({ aube }: TwoAgencies) => ({
  id: aube.id,
  memberId: aube.members.olivia ?? '',
  creatorId: aube.links.alice ?? '',
})
const onlyChat = { permissions: rights('can_chat') }

const acts: [string, Act, string[]][] = [
  ['a new name', ({ aube }, call) => call(aube.owner, agencies.update, { id: aube.id, name: 'Aurore' }), ['aube']],
  [
    'another role',
    (world, call) => call(world.aube.owner, agencies.changeMember, { ...pair(world), role: 'admin' }),
    ['aube: olivia'],
  ],
  [
    'another owner',
    (world, call) => call(world.aube.owner, agencies.changeMember, { ...pair(world), role: 'owner' }),
    ['aube: olivia', 'aube: owner'],
  ],
  [
    'a smaller grant',
    (world, call) => call(world.aube.owner, agencies.putGrant, { ...pair(world), ...onlyChat }),
    ['aube: olivia for alice'],
  ],
  [
    'the end of a grant by the agency',
    (world, call) => call(world.aube.owner, agencies.removeGrant, pair(world)),
    ['aube: olivia for alice'],
  ],
  [
    'the end of a grant by the creator',
    ({ aube, people }, call) =>
      call(people.alice, agencies.endAccess, { grantId: aube.grants['olivia for alice'] ?? '' }),
    ['aube: olivia for alice'],
  ],
  [
    'a grant after one that was ended',
    async (world, call) => {
      await call(world.aube.owner, agencies.removeGrant, pair(world))
      await call(world.aube.owner, agencies.putGrant, { ...pair(world), ...onlyChat })
    },
    ['a new row', 'aube: olivia for alice'],
  ],
  [
    'a smaller ceiling',
    ({ aube, people }, call) =>
      call(people.alice, agencies.setCeiling, { id: aube.links.alice ?? '', ceiling: rights('can_chat') }),
    ['aube: alice', 'aube: olivia for alice', 'aube: pablo for alice'],
  ],
  [
    'a member who goes',
    (world, call) => call(world.aube.owner, agencies.removeMember, pair(world)),
    ['aube: olivia', 'aube: olivia for alice', 'aube: olivia for bea'],
  ],
  [
    'a creator who goes, by the agency',
    (world, call) => call(world.aube.owner, agencies.removeCreator, pair(world)),
    ['aube: alice', 'aube: olivia for alice', 'aube: pablo for alice'],
  ],
  [
    'a creator who goes by herself',
    ({ aube, people }, call) => call(people.alice, agencies.endLink, { id: aube.links.alice ?? '' }),
    ['aube: alice', 'aube: olivia for alice', 'aube: pablo for alice'],
  ],
  [
    'a creator who blocks an operator',
    ({ people }, call) => call(people.alice, users.block, { id: people.olivia.id }),
    ['aube: olivia for alice', 'brume: olivia for alice'],
  ],
  [
    'an invitation that is accepted',
    ({ aube, people }, call) => call(people.guest, agencies.accept, { id: aube.invitations.guest ?? '' }),
    ['a new row', 'aube: invited guest'],
  ],
  [
    'an invitation that is declined',
    ({ aube, people }, call) => call(people.guest, agencies.decline, { id: aube.invitations.guest ?? '' }),
    ['aube: invited guest'],
  ],
  [
    'an invitation that is withdrawn',
    ({ aube }, call) =>
      call(aube.owner, agencies.withdraw, { id: aube.id, invitationId: aube.invitations.guest ?? '' }),
    ['aube: invited guest'],
  ],
  [
    'the end of an agency',
    ({ aube }, call) => call(aube.owner, agencies.dissolve, { id: aube.id }),
    [
      'aube',
      'aube: alice',
      'aube: bea',
      'aube: invited boris',
      'aube: invited guest',
      'aube: olivia',
      'aube: olivia for alice',
      'aube: olivia for bea',
      'aube: owner',
      'aube: pablo',
      'aube: pablo for alice',
      'aube: pablo for bea',
    ],
  ],
]

describe('changes nothing of others:', () => {
  it.each(acts)('%s', async (_, act, expected) => {
    expect(await changed(act)).toEqual(expected)
  })

  it('what has ended stays as it ended', async () => {
    const ended = await changed(async (world, call) => {
      const { aube } = world
      await call(aube.owner, agencies.removeGrant, pair(world))
      const grants = ['agency_grants', 'agency_members']
      const again = await rowsChangedBy(api, grants, async () => {
        await call(aube.owner, agencies.putGrant, { ...pair(world), ...onlyChat })
        await call(aube.owner, agencies.removeMember, pair(world))
      })
      expect(again.map((id) => world.names.get(id) ?? 'a new row').sort()).toEqual([
        'a new row',
        'aube: olivia',
        'aube: olivia for bea',
      ])
    })
    expect(ended).toContain('aube: olivia for alice')
  })
})
