import { and, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { chatTools } from '../../../contract/chat-tools.ts'
import { actAs } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { follow } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { makeTwoAgencies } from '../../../tests/support/two-agencies.ts'
import { newId } from '../../platform/db/ids.ts'
import { agencyAuditEntries } from '../../platform/db/schema/agencies.ts'

/** Reading is logged once in ten minutes, of each operator, creator and fan (product §36). */
const api = testApi()

async function makeDesk() {
  const { people, aube } = await makeTwoAgencies(api)
  const fan = await api.makeUser()
  for (const creator of [people.alice, people.bea]) {
    await follow(api, fan, creator)
    await api.call(fan, chat.send, { receiver_id: creator.id, content: 'Hello' })
  }
  const [olivia, pablo] = [await actAs(api, people.olivia, people.alice), await actAs(api, people.pablo, people.alice)]
  return { people, aube, fan, olivia, pablo, asBea: await actAs(api, people.olivia, people.bea) }
}
const read = (who: Actor, fan: Actor) => api.call(who, chat.messages, { userId: fan.id })
const readings = async (operator: Actor, creator: Actor) => {
  const { actorId, subjectId, action } = agencyAuditEntries
  const is = and(eq(actorId, operator.id), eq(subjectId, creator.id), eq(action, 'chat.open'))
  return (await api.db.select().from(agencyAuditEntries).where(is)).length
}

it('of an operator does not stand for that of a colleague, nor for another creator', async () => {
  const { people, fan, olivia, pablo, asBea } = await makeDesk()
  for (const who of [olivia, olivia, pablo, asBea]) expect((await read(who, fan)).status).toBe(200)
  const { alice, bea } = people
  expect(await readings(people.olivia, alice)).toBe(1)
  expect(await readings(people.pablo, alice)).toBe(1)
  expect(await readings(people.olivia, bea)).toBe(1)
})

it('is logged after something else that was done with the fan', async () => {
  const { people, fan, olivia } = await makeDesk()
  await api.call(olivia, chatTools.setNote, { userId: fan.id, note: 'Likes the sea' })
  await read(olivia, fan)
  expect(await readings(people.olivia, people.alice)).toBe(1)
})

it('is logged again after ten minutes', async () => {
  const { people, aube, fan, olivia } = await makeDesk()
  await api.db.insert(agencyAuditEntries).values({
    id: newId(),
    agencyId: aube.id,
    grantId: aube.grants['olivia for alice'] ?? '',
    actorId: people.olivia.id,
    subjectId: people.alice.id,
    action: 'chat.open',
    objectKind: 'user',
    objectId: fan.id,
    createdAt: new Date(Date.now() - 11 * 60_000),
  })
  await read(olivia, fan)
  expect(await readings(people.olivia, people.alice)).toBe(2)
})
