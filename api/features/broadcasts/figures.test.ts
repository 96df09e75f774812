import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { media as unlocking } from '../../../contract/media.ts'
import { staffMoney } from '../../../contract/staff-money.ts'
import { wallet } from '../../../contract/wallet.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { sendBroadcast } from '../../../tests/support/broadcasts.ts'
import { giveCoins, ledgerOf } from '../../../tests/support/money.ts'
import { follow, makePicture } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { readViewer } from '../../identity/viewer.ts'
import { ourMigrations } from '../../platform/db/migrate.ts'
import { broadcastFigures } from '../../platform/db/schema/broadcasts.ts'
import { messages } from '../../platform/db/schema/chat.ts'
import { purchases } from '../../platform/db/schema/media.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { markRead } from '../chat/messages.ts'

/** What a broadcast has brought (docs/decisions/running-sums.md): equal to its messages and their purchases whatever happens. */
const api = testApi()
let staff: Actor
beforeAll(async () => {
  staff = await api.makeUser({ role: 'staff' })
})

async function makeStar(fansCount: number) {
  const creator = await api.makeUser({ isCreator: true, priceCents: 999 })
  const fans: Actor[] = []
  for (let at = 0; at < fansCount; at++) {
    const fan = await api.makeUser()
    await follow(api, fan, creator)
    await giveCoins(api, fan, 100)
    fans.push(fan)
  }
  const send = async () =>
    sendBroadcast(api, creator, {
      audience: 'followers',
      content: 'for sale',
      price: 5,
      media_ids: [await makePicture(api, creator)],
    })
  return { creator, fans, send }
}

const messageTo = async (fan: Actor, broadcast: string) => {
  const { data } = (await api.call(fan, broadcasts.channel, {})).data
  return data.find((it) => it.id === broadcast)
}
/** Reads the conversation up to the message of a broadcast. */
const open = async (fan: Actor, broadcast: string) => {
  const { viewer } = await readViewer(api.ctx, fan.cookie)
  await markRead(api.ctx, viewer as Viewer, (await messageTo(fan, broadcast))?.message_id ?? '')
}
const buy = async (fan: Actor, broadcast: string) =>
  api.call(fan, unlocking.unlock, {
    id: (await messageTo(fan, broadcast))?.media[0]?.id ?? '',
    expected_price: 5,
  })
const refundLast = async (fan: Actor) => {
  const sale = (await api.call(fan, wallet.transactions, {})).data.data.find((it) => it.kind === 'unlock')
  return api.call(staff, staffMoney.refund, { entry_id: sale?.id ?? '', reason: 'test' })
}
const figuresOf = async (creator: Actor, id: string) => {
  const { opened, unlocked, earned } = (await api.call(creator, broadcasts.get, { id })).data
  return { opened, unlocked, earned }
}

const step = fc.record({
  fan: fc.nat(2),
  which: fc.nat(1),
  act: fc.constantFrom('open' as const, 'buy' as const, 'refund' as const),
})

it('is what fans opened, and what they bought less what was paid back, in every history', {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
      const { creator, fans, send } = await makeStar(3)
      const ids = [await send(), await send()]
      const acts = { open, buy, refund: refundLast }
      for (const { fan, which, act } of steps) await acts[act](fans[fan] as Actor, ids[which] as string)
      for (const id of ids) {
        const rows = await api.db
          .select({
            id: messages.id,
            readAt: messages.readAt,
            price: purchases.priceCents,
            refundedAt: purchases.refundedAt,
          })
          .from(messages)
          .leftJoin(purchases, eq(purchases.objectId, messages.id))
          .where(eq(messages.broadcastId, id))
        const sold = rows.filter((it) => it.price !== null && it.refundedAt === null)
        expect(await figuresOf(creator, id)).toEqual({
          opened: new Set(rows.filter((it) => it.readAt !== null).map((it) => it.id)).size,
          unlocked: sold.length,
          earned: sold.length * 5,
        })
      }
    }),
    { numRuns: 8 },
  )
  expect(await ledgerOf(api)).toEqual([])
})

it('counts everyone who opens it and buys it at the same moment, and a sale that is restored', async () => {
  const { creator, fans, send } = await makeStar(12)
  const id = await send()
  await Promise.all(fans.flatMap((fan) => [open(fan, id), buy(fan, id)]))
  expect(await figuresOf(creator, id)).toEqual({ opened: 12, unlocked: 12, earned: 60 })
  const ofFirst = eq(purchases.buyerId, fans[0]?.id ?? '')
  await api.db.update(purchases).set({ refundedAt: new Date() }).where(ofFirst)
  expect(await figuresOf(creator, id)).toEqual({ opened: 12, unlocked: 11, earned: 55 })
  await api.db.update(purchases).set({ refundedAt: null }).where(ofFirst)
  expect(await figuresOf(creator, id)).toEqual({ opened: 12, unlocked: 12, earned: 60 })
})

it('is counted whole by the migration that fills it, beside those who open it', async () => {
  const { creator, fans, send } = await makeStar(6)
  const id = await send()
  for (const fan of fans.slice(0, 3)) await open(fan, id)
  for (const fan of fans.slice(0, 2)) await buy(fan, id)
  await api.db.delete(broadcastFigures)
  const fill = ourMigrations()
    .flatMap((it) => it.sql)
    .find((it) => it.includes('UPDATE "broadcast_figures"'))
  const others = fans.slice(3).map((fan) => open(fan, id))
  await Promise.all([api.db.execute(sql.raw(fill ?? '')), ...others])
  expect(await figuresOf(creator, id)).toEqual({ opened: 6, unlocked: 2, earned: 10 })
  await api.db.execute(sql.raw(fill ?? ''))
  expect(await figuresOf(creator, id)).toEqual({ opened: 6, unlocked: 2, earned: 10 })
  expect(await ledgerOf(api)).toEqual([])
})

it('is compared with its messages by the ledger check', async () => {
  const { fans, send } = await makeStar(1)
  const id = await send()
  await open(fans[0] as Actor, id)
  const row = eq(broadcastFigures.broadcastId, id)
  await api.db.update(broadcastFigures).set({ opened: 2 }).where(row)
  expect(await ledgerOf(api)).toEqual([
    `What a broadcast has brought is not what its messages and their purchases say: ${id} says 2 0 0, there were 1 0 0`,
  ])
  await api.db.delete(broadcastFigures).where(row)
  expect(await ledgerOf(api)).toEqual([
    `What a broadcast has brought is not what its messages and their purchases say: ${id} says , there were 1 0 0`,
  ])
  await api.db.insert(broadcastFigures).values({ broadcastId: id, shard: 0, opened: 1 })
  expect(await ledgerOf(api)).toEqual([])
})
