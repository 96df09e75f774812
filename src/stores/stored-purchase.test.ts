import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { paymentKeysKey, purchaseKey } from '../lib/storage-keys.ts'
import type { Purchase } from './purchase.ts'
import { dropPurchase, readPurchase, storePurchase } from './stored-purchase.ts'

const [tab, browser] = [new Map<string, string>(), new Map<string, string>()]
const storageOf = (items: Map<string, string>) => ({
  getItem: (key: string) => items.get(key) ?? null,
  setItem: (key: string, value: string) => items.set(key, value),
  removeItem: (key: string) => items.delete(key),
})
beforeEach(() => {
  tab.clear()
  browser.clear()
  vi.stubGlobal('sessionStorage', storageOf(tab))
  vi.stubGlobal('localStorage', storageOf(browser))
})
afterEach(() => vi.unstubAllGlobals())

const idOf = (n: number) => `0190b6a0-0000-7000-8000-00000000000${n}`
const who = idOf(1)
const creator = { id: idOf(2), username: 'mina', display_name: 'Mina' }
const tip: Purchase = { kind: 'tip', creator, amount: '10', message: 'Bravo' }
const payment = { question: 'tip mina 10', key: idOf(9) }
const record = { who, path: '/@mina', topup: null, payment, purchase: tip }
const minutes = 60_000

it('keeps a purchase in its tab, and in the browser once coins are being paid for it', () => {
  storePurchase(record, 1_000)
  expect(readPurchase('tab', who, 1_000)).toEqual({ ...record, at: 1_000 })
  expect(readPurchase('browser', who, 1_000)).toBe(null)
  storePurchase({ ...record, topup: idOf(3) }, 2_000)
  expect(readPurchase('browser', who, 2_000)).toEqual({ ...record, topup: idOf(3), at: 2_000 })
  dropPurchase()
  expect([tab.size, browser.size]).toEqual([0, 0])
})

it('is no longer in the browser once the purchase was refused after its coins were paid', () => {
  storePurchase({ ...record, topup: idOf(3) }, 1_000)
  storePurchase(record, 2_000)
  expect(readPurchase('browser', who, 2_000)).toBe(null)
  expect(readPurchase('tab', who, 2_000)).not.toBe(null)
})

it('leaves alone what another tab is paying for', () => {
  storePurchase({ ...record, topup: idOf(3) }, 1_000)
  tab.clear()
  storePurchase(record, 2_000)
  dropPurchase()
  expect(tab.size).toBe(0)
  expect(readPurchase('browser', who, 2_000)).toMatchObject({ topup: idOf(3) })
})

it('keeps it for half an hour, and for its owner alone', () => {
  storePurchase(record, 1_000)
  expect(readPurchase('tab', who, 1_000 + 30 * minutes - 1)).not.toBe(null)
  expect(readPurchase('tab', who, 1_000 + 30 * minutes)).toBe(null)
  storePurchase(record, 1_000)
  expect(readPurchase('tab', idOf(4), 1_000)).toBe(null)
  expect(tab.size).toBe(0)
})

it('stores no address of a picture and nothing else that is not bought by', () => {
  const media = [
    { type: 'IMAGE' as const, price: 5, locked: true, preview: 'https://media.test/signed', description: 'x' },
  ]
  storePurchase(
    { ...record, purchase: { kind: 'unlock', creator, price: 5, mediaId: idOf(5), within: idOf(6), media } },
    1_000,
  )
  expect(JSON.stringify([...tab])).not.toMatch(/signed|description/)
  expect(readPurchase('tab', who, 1_000)?.purchase).toMatchObject({
    media: [{ type: 'IMAGE', price: 5, locked: true }],
  })
})

it.each([
  ['no JSON', 'tip'],
  ['another thing', JSON.stringify({ ...record, at: 1_000, purchase: { kind: 'car', creator, price: 1 } })],
  [
    'a price below nothing',
    JSON.stringify({ ...record, at: 1_000, purchase: { kind: 'read', creator, price: -1, postId: who } }),
  ],
  ['no owner', JSON.stringify({ ...record, at: 1_000, who: undefined })],
])('opens nothing from %s', (_, stored) => {
  tab.set(purchaseKey, stored)
  expect(readPurchase('tab', who, 1_000)).toBe(null)
})

it('forgets at a sign-out which payments had no answer', () => {
  browser.set(paymentKeysKey, '{}')
  dropPurchase()
  expect(browser.size).toBe(1)
  dropPurchase({ keys: true })
  expect(browser.size).toBe(0)
})
