import { expect, it } from 'vitest'
import { audience } from '../../../contract/audience.ts'
import type { AudienceFilter } from '../../../contract/audience-filter.ts'
import { automation } from '../../../contract/automation.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { dice, expectedFans, makeAudience, randomFilter, type World } from '../../../tests/support/audience.ts'
import { bytesApp } from '../../../tests/support/bytes-app.ts'
import { makeCreator } from '../../../tests/support/money.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { broadcasts } from '../../platform/db/schema/broadcasts.ts'
import { statement, uuid } from '../../platform/db/statement.ts'
import { resolveAudience } from '../broadcasts/audience.ts'
import { choiceFor } from '../broadcasts/recipients.ts'

/** Table, count, file and smart list are about the same fans, whatever the filter and the world (product §50). */
const api = testApi()

async function inTable(creator: Actor, filter: AudienceFilter): Promise<string[]> {
  const found: string[] = []
  for (let cursor: string | undefined; ; ) {
    const page = (await api.call(creator, audience.list, { ...filter, limit: 17, cursor, sort: 'name' })).data
    found.push(...page.data.map((it) => it.user.id))
    if (page.next === null) return found
    cursor = page.next
  }
}

const queryOf = (filter: AudienceFilter) =>
  new URLSearchParams(
    Object.entries(filter).flatMap(([key, value]) => [value].flat().map((it) => [key, String(it)] as [string, string])),
  )

async function inFile(creator: Actor, filter: AudienceFilter): Promise<string[]> {
  const path = `/api/creator/audience/export?${queryOf(filter)}`
  const answer = await bytesApp(api.ctx).request(path, { headers: { cookie: creator.cookie } })
  expect(answer.status).toBe(200)
  return (await answer.text())
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[0] ?? '')
}

/** An empty array is nothing in a query. */
const isWhole = (filter: AudienceFilter) => Object.values(filter).every((it) => !Array.isArray(it) || it.length > 0)

async function inBroadcast(creator: Actor, list: string): Promise<string[]> {
  const id = newId()
  const choice = await choiceFor(api.db, creator.id, { audience: 'list', exclude: [], list_id: list })
  await api.db.insert(broadcasts).values({
    ...{ id, senderId: creator.id, audience: 'list', listId: list, content: 'x', status: 'unsent', sendAt: new Date() },
  })
  await resolveAudience(api.db, id, {
    ...{ creator: creator.id, now: new Date(api.ctx.now()), audience: 'list', exclude: [], choice, againOf: null },
    ...{ skipWaiting: true, media: [] },
  })
  return (await api.db.run(recipientsOf, { id })).map((row) => row.user_id)
}
const recipientsOf = statement(
  'test_recipients_of_list',
  { id: uuid },
  { user_id: uuid },
  ({ id }) => `select user_id from broadcast_recipients where broadcast_id = ${id}`,
)

/** To how many of those who began to follow in the last thirty days an automatic message for the list would go. */
async function inAutomation(creator: Actor, list: string): Promise<number> {
  const asked = { trigger: 'follow', content: 'x', list_id: list } as const
  const { decisions } = (await api.call(creator, automation.dryRun, asked)).data
  return decisions.find((it) => it.decision === 'sent')?.count ?? 0
}

/** `RANDOM_WORLDS=1000` asks as many as the issue names; each world is asked with five filters. */
const worlds = Number(process.env.RANDOM_WORLDS ?? 12)

it(
  `table, count, file, smart list, broadcast and automation agree with the oracle in ${worlds} random worlds`,
  async () => {
    const sizes = new Set<number>()
    for (let seed = 1; seed <= worlds; seed++) {
      const random = dice(seed)
      const [creator, other] = [await makeCreator(api), await makeCreator(api)]
      const world = await makeAudience(api, creator, 1 + random(60), random)
      await makeAudience(api, other, 5, random)
      for (let round = 0; round < 5; round++) sizes.add(await agree(creator, world, randomFilter(world, random)))
    }
    expect(sizes.size).toBeGreaterThan(5)
  },
  60_000 + worlds * 10_000,
)

/** Asks every place for the fans of a filter, and answers how many they are. */
async function agree(creator: Actor, world: World, filter: AudienceFilter): Promise<number> {
  const expected = expectedFans(world, filter).toSorted()
  if (!isWhole(filter)) return expected.length
  const message = JSON.stringify(filter)
  const usernames = new Map(world.fans.map((fan) => [fan.id, fan.username]))
  expect((await inTable(creator, filter)).toSorted(), message).toEqual(expected)
  expect((await api.call(creator, audience.count, filter)).data.count, message).toBe(expected.length)
  const named = expected.map((id) => usernames.get(id) ?? '')
  expect((await inFile(creator, filter)).toSorted(), message).toEqual(named.toSorted())
  // A creator writes to no fan whom they block.
  const byId = new Map(world.fans.map((fan) => [fan.id, fan]))
  const written = expected.filter((id) => byId.get(id)?.isBlocked === false)
  const list = (await api.call(creator, audience.createList, { name: newId().slice(-12), filter })).data.id
  expect((await inBroadcast(creator, list)).toSorted(), message).toEqual(written)
  const followed = written.filter((id) => (byId.get(id)?.follows ?? 99) < 30)
  expect(await inAutomation(creator, list), message).toBe(followed.length)
  await api.call(creator, audience.removeList, { id: list })
  return expected.length
}
