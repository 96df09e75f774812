import { expect, it } from 'vitest'
import { agencies } from '../../../contract/agencies.ts'
import { profile } from '../../../contract/profile.ts'
import { actAs, makeAgency } from '../../../tests/support/agency.ts'
import { rights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'

const api = testApi()

it('lets an operator say of whom pictures are taken with the right to chat alone', async () => {
  for (const [permissions, status] of [
    [rights('can_profile'), 403],
    [rights('can_profile', 'can_chat'), 200],
  ] as const) {
    const { operator, creator } = await makeAgency(api, permissions)
    const answer = await api.call(await actAs(api, operator, creator), profile.update, { takes_subscriber_media: true })
    expect(answer.status).toBe(status)
    if (status === 403) expect(answer.refusal).toMatchObject({ error: 'permission_denied', flag: 'can_chat' })
  }
})

it('logs what the profile of this creator said before', async () => {
  const { operator, creator } = await makeAgency(api, rights('can_profile'))
  await api.call(creator, profile.update, { bio: 'Sings' })
  await api.call(operator, profile.update, { bio: 'Counts' })
  await api.call(await actAs(api, operator, creator), profile.update, { bio: 'Sings and dances' })
  const { data } = (await api.call(creator, agencies.myActivity, {})).data
  const change = { field: 'bio', before: 'Sings', after: 'Sings and dances' }
  expect(data.find((it) => it.action === 'profile.update')?.changes).toContainEqual(change)
})
