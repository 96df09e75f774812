import { expect, it } from 'vitest'
import { agencies } from '../../../contract/agencies.ts'
import { audience } from '../../../contract/audience.ts'
import { automation } from '../../../contract/automation.ts'
import { chat } from '../../../contract/chat.ts'
import { chatTools } from '../../../contract/chat-tools.ts'
import type { Flag } from '../../../contract/endpoint.ts'
import { automationsPerCreator } from '../../../contract/limits.ts'
import { subscriptions } from '../../../contract/subscriptions.ts'
import { actAs, makeAgency } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { makeCreator } from '../../../tests/support/money.ts'
import { makePicture } from '../../../tests/support/relations.ts'
import { rights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { renewDue } from '../subscriptions/renew.ts'

/** Who may write which automatic message, and which of them a change is about. */
const api = testApi()
const dayMs = 86_400_000
const hello = { trigger: 'follow', content: 'Hello' } as const
const write = async (who: Actor, input: object = {}) =>
  (await api.call(who, automation.create, { ...hello, ...input })).data.id
const listed = async (who: Actor) => (await api.call(who, automation.list, {})).data.data.map((it) => it.id)

it('removes the one that is named, and lets each creator have twenty', async () => {
  const [alice, bob] = [await makeCreator(api), await makeCreator(api)]
  const [first = '', ...rest] = await Promise.all(Array.from({ length: automationsPerCreator }, () => write(alice)))
  const his = await write(bob)
  expect((await api.call(alice, automation.create, hello)).refusal.error).toBe('too_many_automations')
  expect((await api.call(alice, automation.remove, { id: first })).status).toBe(200)
  expect([(await listed(alice)).sort(), await listed(bob)]).toEqual([rest.sort(), [his]])
})

it.each<[Flag, object]>([
  ['can_payment', { price: 5 }],
  ['can_medias', {}],
])('lets no operator without %s change what they may not set', async (flag, more) => {
  const agency = await makeAgency(api, rights('can_chat', 'can_social', 'can_medias', 'can_payment'))
  const media_ids = [await makePicture(api, agency.creator)]
  const id = await write(agency.creator, { media_ids, ...more })
  const operator = await actAs(api, agency.operator, agency.creator)
  const update = () => api.call(operator, automation.update, { id, ...hello })
  const others = (['can_medias', 'can_payment'] as const).filter((it) => it !== flag)
  const permissions = rights('can_chat', 'can_social', ...others)
  await api.call(agency.owner, agencies.putGrant, { ...agency.place, permissions })
  expect((await update()).refusal).toMatchObject({ error: 'permission_denied', flag })
})

it('lets no operator without can_payment ask by a list what fans have paid', async () => {
  const agency = await makeAgency(api, rights('can_chat', 'can_social'))
  const operator = await actAs(api, agency.operator, agency.creator)
  const listOf = async (name: string, filter: object) =>
    (await api.call(agency.creator, audience.createList, { name, filter })).data.id
  const [paid, french] = [await listOf('Paid', { min_spent: 5 }), await listOf('French', { language: 'fr' })]
  const create = (list_id: string) => api.call(operator, automation.create, { ...hello, list_id })
  expect((await create(paid)).refusal).toMatchObject({ error: 'permission_denied', flag: 'can_payment' })
  expect((await create(french)).status).toBe(201)
})

it('welcomes a fan once, whatever another creator or another fan was sent', async () => {
  const [alice, bob] = [await makeCreator(api, 0), await makeCreator(api, 0)]
  const [fan, other] = [await api.makeUser(), await api.makeUser()]
  const welcome = (who: Actor) => api.call(who, chatTools.setWelcome, { enabled: true, content: 'Welcome' })
  const subscribe = async (who: Actor, creator: Actor) => {
    await api.call(who, subscriptions.subscribe, { id: creator.id })
    await api.runJobs()
  }
  const read = async (who: Actor) =>
    (await api.call(who, chat.messages, { userId: alice.id })).data.data.map((it) => it.content)
  for (const creator of [bob, alice]) await welcome(creator)
  await subscribe(fan, bob)
  for (const who of [other, fan]) await subscribe(who, alice)
  expect([await read(other), await read(fan)]).toEqual([['Welcome'], ['Welcome']])
  const [id = ''] = await listed(alice)
  await api.call(alice, automation.remove, { id })
  await welcome(alice)
  await api.call(fan, subscriptions.unsubscribe, { id: alice.id })
  api.turnClock(40 * dayMs)
  await renewDue(api.ctx)
  await subscribe(fan, alice)
  await subscribe(await api.makeUser(), alice)
  expect(await read(fan)).toEqual(['Welcome'])
  expect((await api.call(alice, automation.list, {})).data.data.map((it) => it.sent)).toEqual([1])
  api.turnClock(-40 * dayMs)
})
