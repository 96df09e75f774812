import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { conversationSorts } from '../../../contract/inbox-views.ts'
import { teamInbox } from '../../../contract/team-inbox.ts'
import { makeAgency } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { giveCoins } from '../../../tests/support/money.ts'
import { follow } from '../../../tests/support/relations.ts'
import { rights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { findNamed } from '../../people/named.ts'

/** Lists by a name are the same whether those who are named so are looked up or each conversation is asked. */
const api = testApi()
const names = ['Zoë Čapková', 'Zoe', 'ZOÉ-Marie', 'Bob', 'Azoer', 'Zo', null]

async function writers(creator: Actor): Promise<Actor[]> {
  const fans: Actor[] = []
  for (const displayName of names) {
    const fan = await api.makeUser({ displayName, ...(displayName === null && { username: 'the_zoe_99' }) })
    await follow(api, fan, creator)
    await api.call(fan, chat.send, { receiver_id: creator.id, content: 'Hello' })
    if (fans.length % 2 === 0) await giveCoins(api, fan, 5 + fans.length)
    if (fans.length % 2 === 0) await api.call(fan, chat.tip, { id: creator.id, amount: 5 + fans.length })
    fans.push(fan)
  }
  return fans
}

/** So many people of this name who have nothing to do with anyone. */
const makeNamesakes = (count: number) =>
  api.db.execute(sql`insert into users (id, email, display_name, username, referral_code)
    select gen_random_uuid(), 'namesake' || n || '@example.org', 'Zoe', 'namesake' || n, 'namesake' || n from generate_series(1, ${count}) n`)

it('finds the same fans in every order, few or many of whom are named so', async () => {
  const agency = await makeAgency(api, rights('can_chat', 'can_payment'))
  const fans = await writers(agency.creator)
  const named = new Set([0, 1, 2, 4, 6].map((at) => fans[at]?.id))
  const list = async (query: object) => {
    const found: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { data } = await api.call(agency.creator, chat.conversations, {
        mode: 'creator',
        limit: 2,
        cursor,
        ...query,
      })
      found.push(...data.data.map((it) => it.other_user_id))
      cursor = data.next
    }
    return found
  }
  const desk = async (query: object) =>
    (await api.call(agency.operator, teamInbox.inbox, query)).data.data.map((it) => it.fan.id)
  const check = async () => {
    for (const sort of conversationSorts)
      expect([sort, await list({ sort, search: 'zoé' })]).toEqual([
        sort,
        (await list({ sort })).filter((it) => named.has(it)),
      ])
    expect((await list({ search: 'ZOE', filter: ['spenders'] })).toSorted()).toEqual(
      [0, 2, 4, 6].map((at) => fans[at]?.id).toSorted(),
    )
    for (const show of ['all', 'unanswered', 'free'] as const)
      expect(await desk({ show, q: '@zoe' })).toEqual((await desk({ show })).filter((it) => named.has(it)))
    expect(await desk({ show: 'mine', q: 'zoe' })).toEqual([])
    expect((await list({ search: 'zo' })).length).toBe(6)
    expect([await list({ search: 'čapk' }), await list({ search: 'capk' }), await list({ search: '%z%' })]).toEqual([
      [fans[0]?.id],
      [],
      [],
    ])
  }
  expect((await findNamed(api.ctx, 'zoe'))?.toSorted()).toEqual([...named].toSorted())
  await check()
  await makeNamesakes(500)
  expect(await findNamed(api.ctx, 'zoe')).toBe(null)
  await check()
})
