import { eq } from 'drizzle-orm'
import { expect, inject, test } from 'vitest'
import { account } from '../../../contract/account.ts'
import { chat } from '../../../contract/chat.ts'
import { gifts } from '../../../contract/gifts.ts'
import { media } from '../../../contract/media.ts'
import { staff } from '../../../contract/staff.ts'
import { subscriptions } from '../../../contract/subscriptions.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { untilLockAwaited } from '../../../tests/support/locks.ts'
import { giveCoins, makeCreator, makePaidPost } from '../../../tests/support/money.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import type { Db } from '../../platform/db/db.ts'
import { users } from '../../platform/db/schema/identity.ts'
import { subscriptions as subscriptionsTable } from '../../platform/db/schema/subscriptions.ts'
import { ledgerAccounts, ledgerEntries } from '../../platform/db/schema/wallet.ts'

/** A closed account neither pays nor keeps a renewal, whatever it bought while it was being closed. */
const api = testApi({ money: true })

const close = (user: Actor) => api.call(user, account.requestDeletion, { username: user.username })
const subscribe = (fan: Actor, creator: Actor) =>
  api.call(fan, subscriptions.subscribe, { id: creator.id, expected_price: 9.99 })
const subscriptionsOf = (fan: Actor) =>
  api.db.select().from(subscriptionsTable).where(eq(subscriptionsTable.fanId, fan.id))

async function makeFan(): Promise<Actor> {
  const fan = await api.makeUser()
  await giveCoins(api, fan, 100)
  return fan
}

/**
 * Starts calls one after the other while `lock` holds rows, each once the ones before it wait for a lock or are done,
 * then releases the rows and answers the statuses.
 */
async function startWhileLocked(
  lock: (tx: Db) => Promise<unknown>,
  ...calls: (() => Promise<{ status: number }>)[]
): Promise<number[]> {
  if (inject('begin').engine === 'pglite') {
    // One connection: no call begins before the one ahead of it has ended.
    const statuses: number[] = []
    for (const call of calls) statuses.push((await call()).status)
    return statuses
  }
  const started: Promise<{ status: number }>[] = []
  await api.db.transact(async (tx) => {
    await lock(tx)
    for (const [at, call] of calls.entries()) {
      const running = call()
      started.push(running)
      await Promise.race([running, untilLockAwaited(api, at + 1)])
    }
  })
  return (await Promise.all(started)).map((it) => it.status)
}

const purchases: [string, (fan: Actor, creator: Actor) => Promise<() => Promise<{ status: number }>>][] = [
  ['a subscription', async (fan, creator) => () => subscribe(fan, creator)],
  [
    'a free subscription',
    async (fan) => {
      const free = await makeCreator(api, 0)
      return () => api.call(fan, subscriptions.subscribe, { id: free.id })
    },
  ],
  ['a tip', async (fan, creator) => () => api.call(fan, chat.tip, { id: creator.id, amount: 5 })],
  [
    'a gift',
    async (fan, creator) => () => api.call(fan, gifts.give, { id: creator.id, months: 1, expected_price: 9.99 }),
  ],
  [
    'media',
    async (fan, creator) => {
      const { mediaId } = await makePaidPost(api, creator, 5)
      return () => api.call(fan, media.unlock, { id: mediaId, expected_price: 5 })
    },
  ],
  [
    'media under a spending limit',
    async (fan, creator) => {
      await api.db.update(users).set({ spendingLimitCents: 5_000 }).where(eq(users.id, fan.id))
      const { mediaId } = await makePaidPost(api, creator, 5)
      return () => api.call(fan, media.unlock, { id: mediaId, expected_price: 5 })
    },
  ],
]

test.each(purchases)(
  'refuses %s that begins while the fan’s account is being closed, and charges nothing',
  async (_, prepare) => {
    const [fan, old, creator] = [await makeFan(), await makeCreator(api), await makeCreator(api)]
    expect((await subscribe(fan, old)).status).toBe(200)
    const buy = await prepare(fan, creator)
    // The closing waits for the row of the old subscription, and has locked the account by then.
    const lockOld = (tx: Db) =>
      tx.select().from(subscriptionsTable).where(eq(subscriptionsTable.fanId, fan.id)).for('update')
    expect(await startWhileLocked(lockOld, () => close(fan), buy)).toEqual([200, 401])
    const kinds = await api.db
      .select({ kind: ledgerEntries.kind })
      .from(ledgerEntries)
      .where(eq(ledgerEntries.userId, fan.id))
    expect(kinds.map((it) => it.kind).sort()).toEqual(['subscription', 'topup'])
    for (const row of await subscriptionsOf(fan)) expect(row).toMatchObject({ status: 'cancelled', renewsAt: null })
  },
)

test('stops the renewal of a subscription that was being paid when the account was closed', async () => {
  const [fan, creator] = [await makeFan(), await makeCreator(api)]
  const lockWallet = (tx: Db) =>
    tx.select().from(ledgerAccounts).where(eq(ledgerAccounts.ownerId, fan.id)).for('update')
  expect(
    await startWhileLocked(
      lockWallet,
      () => subscribe(fan, creator),
      () => close(fan),
    ),
  ).toEqual([200, 200])
  expect(await subscriptionsOf(fan)).toEqual([expect.objectContaining({ status: 'cancelled', renewsAt: null })])
})

test.each(['fan', 'creator'] as const)('suspends a %s once the purchase under way has ended', async (side) => {
  const [fan, creator, clerk] = [await makeFan(), await makeCreator(api), await api.makeUser({ role: 'staff' })]
  const suspended = side === 'fan' ? fan : creator
  const lockWallet = (tx: Db) =>
    tx.select().from(ledgerAccounts).where(eq(ledgerAccounts.ownerId, fan.id)).for('update')
  const ended: string[] = []
  const noted = async (name: string, call: Promise<{ status: number }>) => {
    const answer = await call
    ended.push(name)
    return answer
  }
  expect(
    await startWhileLocked(
      lockWallet,
      () => noted('purchase', api.call(fan, chat.tip, { id: creator.id, amount: 5 })),
      () => noted('suspension', api.call(clerk, staff.suspend, { id: suspended.id, reason: 'a test of races' })),
    ),
  ).toEqual([200, 200])
  expect(ended).toEqual(['purchase', 'suspension'])
  expect((await subscribe(fan, creator)).status).toBe(side === 'fan' ? 401 : 404)
})

test('leaves no renewal through twenty races of subscribing and closing, of the fan’s account and the creator’s', async () => {
  const fans = await Promise.all(Array.from({ length: 20 }, makeFan))
  const creator = await makeCreator(api)
  const closing = await Promise.all(Array.from({ length: 20 }, () => makeCreator(api)))
  const races = fans.map(async (fan, at) => {
    const other = closing[at] ?? creator
    await Promise.all(at % 2 === 0 ? [subscribe(fan, creator), close(fan)] : [close(fan), subscribe(fan, creator)])
    const next = await makeFan()
    await Promise.all(at % 2 === 0 ? [subscribe(next, other), close(other)] : [close(other), subscribe(next, other)])
  })
  await Promise.all(races)
  const ids = [...fans, ...closing].map((it) => it.id)
  const left = await api.db.select().from(subscriptionsTable)
  const running = left.filter((it) => ids.includes(it.fanId) || ids.includes(it.creatorId))
  expect(running.filter((it) => it.renewsAt !== null || it.status === 'active')).toEqual([])
})
