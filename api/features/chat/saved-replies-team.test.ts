import { describe, expect, it } from 'vitest'
import { chatTools } from '../../../contract/chat-tools.ts'
import type { Permissions } from '../../../contract/profile.ts'
import { teamInbox } from '../../../contract/team-inbox.ts'
import { actAs, makeAgency } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { makePicture } from '../../../tests/support/relations.ts'
import { rights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'

/** A team shares the saved replies of its creator, each as far as their rights go (product §72). */
const api = testApi()
type Input = Parameters<typeof api.call<typeof chatTools.saveReply>>[2]
const save = (creator: Actor, title: string, more: Partial<Input> = {}) =>
  api.call(creator, chatTools.saveReply, { title, content: `${title}!`, ...more })
const add = async (creator: Actor, title: string, more: Partial<Input> = {}) =>
  (await save(creator, title, more)).data.id
const list = async (creator: Actor) => (await api.call(creator, chatTools.replies, {})).data

describe('an operator', () => {
  const team = async (permissions: Permissions) => {
    const agency = await makeAgency(api, permissions)
    return { ...agency, acting: await actAs(api, agency.operator, agency.creator) }
  }

  it('with can_chat uses and changes the replies of the creator, without their money', async () => {
    const { creator, operator, acting, agencyId } = await team(rights('can_chat'))
    const picture = await makePicture(api, creator)
    const id = await add(creator, 'Look', { media_ids: [picture], price: 5, folder: 'Sales' })
    const [seen] = (await list(acting)).data
    expect(seen).toMatchObject({ id, is_priced: true, price: null, figures: null, media_ids: [picture] })
    const place = { agency_id: agencyId, as_creator_id: creator.id }
    expect((await api.call(operator, teamInbox.replies, { ...place, q: 'look' })).data.data).toEqual([seen])
    expect((await save(acting, 'Look here', { id })).data).toMatchObject({ title: 'Look here', is_priced: true })
    expect((await save(acting, 'Look', { id, media_ids: [], price: null })).status).toBe(403)
    expect((await save(acting, 'New', { media_ids: [picture] })).status).toBe(403)
    expect((await list(creator)).data).toMatchObject([{ media_ids: [picture], price: 5 }])
  })

  it('with can_payment sees the price and the figures', async () => {
    const { creator, acting } = await team(rights('can_chat', 'can_payment'))
    await add(creator, 'Look', { media_ids: [await makePicture(api, creator)], price: 5 })
    expect((await list(acting)).data).toMatchObject([{ price: 5, figures: { sent: 0, unlocked: 0, earned: 0 } }])
  })

  it('without can_chat does not see them', async () => {
    const { acting } = await team(rights('can_medias', 'can_payment'))
    expect((await api.call(acting, chatTools.replies, {})).status).toBe(403)
  })
})
