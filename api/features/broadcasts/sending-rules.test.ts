import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import type { Flag } from '../../../contract/endpoint.ts'
import { actAs, makeAgency } from '../../../tests/support/agency.ts'
import { sendBroadcast } from '../../../tests/support/broadcasts.ts'
import { makeCreator } from '../../../tests/support/money.ts'
import { makePicture } from '../../../tests/support/relations.ts'
import { rights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { media } from '../../platform/db/schema/media.ts'

const api = testApi()
const text = { audience: 'followers', content: 'Hello' } as const

it.each<[what: string, input: object, missing: Flag]>([
  ['media without can_medias', { withMedia: true }, 'can_medias'],
  ['a price without can_payment', { price: 5 }, 'can_payment'],
  ['spenders without can_payment', { audience: 'spenders' }, 'can_payment'],
  ['all but spenders without can_payment', { exclude: ['non_spenders'] }, 'can_payment'],
])('refuses an operator who sends %s', async (_, { withMedia, ...input }: { withMedia?: true }, missing) => {
  const { operator, creator } = await makeAgency(api, rights('can_chat', 'can_social'))
  const media = withMedia ? { media_ids: [await makePicture(api, creator)] } : {}
  const browser = await actAs(api, operator, creator)
  const { status, refusal } = await api.call(browser, broadcasts.send, { ...text, ...input, ...media })
  expect([status, refusal]).toMatchObject([403, { error: 'permission_denied', flag: missing }])
  expect((await api.call(browser, broadcasts.send, text)).status).toBe(201)
})

it.each([0.99, 200.01])('refuses the price %s', async (price) => {
  const creator = await makeCreator(api)
  const mediaIds = [await makePicture(api, creator)]
  const { refusal } = await api.call(creator, broadcasts.send, { ...text, media_ids: mediaIds, price })
  expect(refusal.error).toBe('invalid_amount')
})

it('sends a broadcast whose client_id another creator has used', async () => {
  const [alice, bob] = [await makeCreator(api), await makeCreator(api)]
  const input = { ...text, client_id: 'the-same' }
  const [first, second] = [await sendBroadcast(api, alice, input), await sendBroadcast(api, bob, input)]
  expect(second).not.toBe(first)
  expect((await api.call(bob, broadcasts.get, { id: second })).status).toBe(200)
})

it('refuses media of another creator, and media that failed or was deleted', async () => {
  const [alice, bob] = [await makeCreator(api), await makeCreator(api)]
  const send = async (id: string) => (await api.call(alice, broadcasts.send, { ...text, media_ids: [id] })).status
  expect(await send(await makePicture(api, bob))).toBe(404)
  for (const change of [{ state: 'failed' }, { deletedAt: new Date() }] as const) {
    const id = await makePicture(api, alice)
    expect(await send(id)).toBe(201)
    await api.db.update(media).set(change).where(eq(media.id, id))
    expect(await send(id)).toBe(404)
  }
})
