import { beforeEach, describe, expect, it } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { requests } from '../../../contract/requests.ts'
import { teamInbox } from '../../../contract/team-inbox.ts'
import { teamRequests } from '../../../contract/team-requests.ts'
import { users } from '../../../contract/users.ts'
import { wallet } from '../../../contract/wallet.ts'
import { makeAgency } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { giveCoins } from '../../../tests/support/money.ts'
import { makePicture } from '../../../tests/support/relations.ts'
import { rights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'

const api = testApi({ money: true })
let desk: Awaited<ReturnType<typeof makeDesk>>
beforeEach(async () => {
  desk = await makeDesk()
})

/** An operator of a creator who takes requests, and a fan whose request waits. */
async function makeDesk(flags = rights('can_chat', 'can_payment', 'can_medias')) {
  const { creator, operator, agencyId } = await makeAgency(api, flags)
  const fan = await api.makeUser()
  await giveCoins(api, fan, 100)
  await api.call(fan, users.follow, { id: creator.id })
  await api.call(creator, requests.setSettings, { min_price: 5 })
  const asked = await api.call(fan, requests.create, { id: creator.id, text: 'A song, please.', price: 20 })
  const as = { agency_id: agencyId, as_creator_id: creator.id }
  return { creator, operator, fan, as, id: asked.data.request.id }
}
const coinsOf = async (who: Actor) => (await api.call(who, wallet.get, {})).data.coins
const shownTo = async (operator: Actor, { as, fan }: Pick<typeof desk, 'as' | 'fan'>) =>
  (await api.call(operator, teamInbox.conversation, { ...as, fan_id: fan.id })).data.requests

describe('a paid request at the desk (product §91)', () => {
  it('is shown with its conversation, and accepted in place', async () => {
    const { operator, as, id } = desk
    expect(await shownTo(operator, desk)).toMatchObject([{ id, price: 20, state: 'open' }])
    expect((await api.call(operator, teamRequests.accept, { ...as, id })).data.state).toBe('accepted')
    expect(await shownTo(operator, desk)).toMatchObject([{ id, state: 'accepted' }])
  })

  it('is delivered from the vault of the creator by the team, and pays once however often it is called', async () => {
    const { operator, creator, fan, as, id } = desk
    const media_ids = [await makePicture(api, creator)]
    const once = { 'idempotency-key': newId() }
    for (let call = 0; call < 2; call++) {
      const answer = await api.call(operator, teamRequests.deliver, { ...as, id, media_ids }, once)
      expect(answer.data.state).toBe('delivered')
    }
    const { data } = (await api.call(fan, chat.messages, { userId: creator.id })).data
    expect(data).toHaveLength(2)
    expect(data[0]).toMatchObject({ sender: { id: creator.id }, media: [{ id: media_ids[0] }] })
    expect((await api.call(creator, chat.messages, { userId: fan.id })).data.data[0]?.author).toBe('team')
    expect(await coinsOf(fan)).toBe(80)
  })

  it('is declined, and the coins are back', async () => {
    const { operator, fan, as, id } = desk
    expect((await api.call(operator, teamRequests.decline, { ...as, id })).data.state).toBe('declined')
    expect(await coinsOf(fan)).toBe(100)
    expect((await api.call(operator, teamRequests.accept, { ...as, id })).refusal.error).toBe('already_done')
  })

  it('has no price for an operator who may not see amounts', async () => {
    const other = await makeDesk(rights('can_chat', 'can_medias'))
    expect(await shownTo(other.operator, other)).toMatchObject([{ id: other.id, price: null }])
  })

  it('of another creator is not found', async () => {
    const other = await makeDesk()
    const media_ids = [await makePicture(api, desk.creator)]
    const input = { ...desk.as, id: other.id }
    for (const answer of [
      await api.call(desk.operator, teamRequests.accept, input),
      await api.call(desk.operator, teamRequests.decline, input),
      await api.call(desk.operator, teamRequests.deliver, { ...input, media_ids }),
    ])
      expect(answer.refusal.error).toBe('not_found')
    expect(await shownTo(other.operator, other)).toMatchObject([{ state: 'open' }])
  })
})
