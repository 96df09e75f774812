import { expect, it } from 'vitest'
import { chatTools } from '../../../contract/chat-tools.ts'
import { paidCents } from '../../../contract/prices.ts'
import { actAs, makeAgency } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { makeCreator } from '../../../tests/support/money.ts'
import { makePicture } from '../../../tests/support/relations.ts'
import { rights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'

/** Media and a price that are attached to a saved reply, as to an automatic message. */
const api = testApi()

const save = (who: Actor, attached: object) =>
  api.call(who, chatTools.saveReply, { title: 'Hello', content: 'Hello', ...attached })

it('needs the rights of an operator for each of them', async () => {
  const files = rights('can_chat', 'can_medias')
  for (const [permissions, flag] of [
    [rights('can_chat', 'can_payment'), 'can_medias'],
    [files, 'can_payment'],
  ] as const) {
    const { operator, creator } = await makeAgency(api, permissions)
    const browser = await actAs(api, operator, creator)
    const attached = { media_ids: [await makePicture(api, creator)], price: 5 }
    expect((await save(browser, attached)).refusal).toMatchObject({ error: 'permission_denied', flag })
  }
  const { operator, creator } = await makeAgency(api, files)
  const browser = await actAs(api, operator, creator)
  expect((await save(browser, { media_ids: [await makePicture(api, creator)] })).status).toBe(200)
})

it('has a price between the bounds, of something that is no preview', async () => {
  const creator = await makeCreator(api)
  const media_ids = [await makePicture(api, creator)]
  const errorFor = async (attached: object) => (await save(creator, attached)).refusal?.error
  expect(await errorFor({ media_ids, price: paidCents.min / 100 - 0.01 })).toBe('invalid_amount')
  expect(await errorFor({ media_ids, price: paidCents.max / 100 + 0.01 })).toBe('invalid_amount')
  expect(await errorFor({ media_ids, preview_ids: media_ids, price: 5 })).toBe('invalid_input')
  expect(await errorFor({ price: 5 })).toBe('invalid_input')
  expect((await save(creator, { media_ids, price: paidCents.max / 100 })).status).toBe(200)
})
