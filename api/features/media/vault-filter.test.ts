import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { mediaWithIndex } from '../../../contract/limits.ts'
import { media as mediaContract } from '../../../contract/media.ts'
import { vault } from '../../../contract/vault.ts'
import type { VaultFilter } from '../../../contract/vault-filter.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { makeMediaFixtures, type Place, places } from '../../../tests/support/media-fixtures.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { media } from '../../platform/db/schema/media.ts'

/**
 * For any filter the index, its buckets, the list and a change of many media are about the same media: those that a
 * model of the filter, written here from the rules, picks.
 */
const api = testApi()
let alice: Actor
let buyer: Actor
/** The vault in the order of its list. */
let rows: Row[]
type Row = {
  id: string
  place: 'vault' | 'trash'
  name: string
  type: 'IMAGE' | 'VIDEO' | 'SOUND'
  folder: string | null
  tags: string[]
  day: string
  use: Place | null
}

const days = ['2024-01-31', '2024-02-01', '2024-02-29', '2025-12-31', '2026-01-01']
const [types, folders] = [['IMAGE', 'VIDEO', 'SOUND'] as const, [null, 'Lyon', 'Ly_n', '100%'] as const]
const [tags, words] = [['silk', 'red'] as const, ['Mirror', 'mirrors_2', 'sea'] as const]

beforeAll(async () => {
  const fixtures = await makeMediaFixtures(api)
  alice = fixtures.alice
  buyer = fixtures.viewers.buyer as Actor
  const made: Row[] = Array.from({ length: 40 }, (_, n) => ({
    id: newId(),
    place: n % 5 === 4 ? 'trash' : 'vault',
    name: `${words[n % 3]} ${n}`,
    type: types[n % 7 === 0 ? 1 : n % 11 === 0 ? 2 : 0] ?? 'IMAGE',
    folder: folders[n % 4] ?? null,
    tags: tags.filter((_tag, at) => (n >> at) % 3 === 0),
    // Many of the same moment, which only their ids put in order.
    day: days[n % 5] ?? '',
    use: null,
  }))
  await api.db.insert(media).values(
    made.map(({ id, name, type, folder, tags: own, day, place }) => ({
      id,
      ownerId: alice.id,
      type,
      state: 'ready' as const,
      name,
      folder,
      tags: own,
      createdAt: new Date(`${day}T23:59:59.999Z`),
      deletedAt: place === 'trash' ? new Date(api.ctx.now() - 86_400_000) : null,
    })),
  )
  // Neither in the vault nor in the trash: deleted too long ago, erased, failed, of another creator.
  const gone = { ownerId: alice.id, type: 'IMAGE', state: 'ready', deletedAt: new Date(api.ctx.now() - 1_000) } as const
  const bob = await api.makeUser({ isCreator: true })
  await api.db.insert(media).values([
    { ...gone, id: newId(), deletedAt: new Date(api.ctx.now() - 31 * 86_400_000) },
    { ...gone, id: newId(), erasedAt: new Date() },
    { ...gone, id: newId(), state: 'failed' },
    { ...gone, id: newId(), ownerId: bob.id, deletedAt: null },
  ])
  const today = new Date().toISOString().slice(0, 10)
  const used = places.map((use): Row => {
    const plain = { name: '', type: 'IMAGE', folder: null, tags: [], place: 'vault' } as const
    return { ...plain, tags: [], id: fixtures.mediaIds[use], day: today, use }
  })
  rows = [...made, ...used].toSorted((a, b) => order(b).localeCompare(order(a)))
})
const order = ({ day, id }: Row) => day + id

const inPosts: readonly (Place | null)[] = [
  'public',
  'preview',
  'followers',
  'subscribers',
  'paid',
  'draft',
  'scheduled',
  ...(['archived', 'expired', 'bought_archived', 'archived_preview'] as const),
]
const sentToBuyer: readonly (Place | null)[] = ['message', 'message_preview', 'message_free']
const sent: readonly (Place | null)[] = [...sentToBuyer, 'message_other']
const ownedByBuyer: readonly (Place | null)[] = ['paid', 'bought_gone', 'bought_archived', 'message']
const priced: readonly (Place | null)[] = [
  ...(['paid', 'preview', 'message', 'message_preview', 'message_other'] as const),
  ...(['bought_archived', 'archived_preview'] as const),
]

function matches(row: Row, filter: VaultFilter): boolean {
  const { place = 'vault', q = '', folder, tag, type, since = '', until = '9', never, for_fan } = filter
  const isFound = [row.name, row.folder ?? '', ...row.tags].some((it) => it.toLowerCase().includes(q.toLowerCase()))
  const ofBuyer = ownedByBuyer.includes(row.use) ? 'owned' : sentToBuyer.includes(row.use) ? 'sent' : 'never'
  // Everything that is sold in the fixtures costs five coins.
  const isPriced = priced.includes(row.use) && (filter.min_price ?? 1) <= 5 && (filter.max_price ?? 5) >= 5
  return (
    row.place === place &&
    (q === '' || isFound || (row.use !== null && `A picture of ${row.use}.`.toLowerCase().includes(q.toLowerCase()))) &&
    (folder === undefined || row.folder === folder) &&
    (tag === undefined || row.tags.includes(tag)) &&
    (type === undefined || row.type === type) &&
    row.day >= since &&
    row.day <= until &&
    ((filter.min_price === undefined && filter.max_price === undefined) || isPriced) &&
    !(never === 'used' && (inPosts.includes(row.use) || sent.includes(row.use))) &&
    !(never === 'sent' && sent.includes(row.use)) &&
    !(never === 'sold' && ownedByBuyer.includes(row.use)) &&
    (for_fan === undefined || filter.for === undefined || ofBuyer === for_fan)
  )
}

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 })
const filters = (): fc.Arbitrary<VaultFilter> =>
  fc.record({
    place: maybe(fc.constantFrom('vault', 'trash')),
    q: maybe(fc.constantFrom('mirror', 'SEA', '_', '%', '100%', 'silk', 'Lyon', 'picture of p', 'nothing at all')),
    folder: maybe(fc.constantFrom('Lyon', 'Ly_n', '100%', 'none')),
    tag: maybe(fc.constantFrom('silk', 'red', 'blue')),
    type: maybe(fc.constantFrom(...types)),
    since: maybe(fc.constantFrom(...days)),
    until: maybe(fc.constantFrom(...days, '2030-01-01')),
    min_price: maybe(fc.constantFrom(1, 5, 6)),
    max_price: maybe(fc.constantFrom(4, 5, 200)),
    never: maybe(fc.constantFrom('used', 'sent', 'sold')),
    for: maybe(fc.constantFrom(buyer.id)),
    for_fan: maybe(fc.constantFrom('owned', 'sent', 'never')),
  })
/** Few filters at once, because many match nothing. */
const fewFilters = () =>
  fc
    .tuple(
      filters(),
      fc.subarray(['q', 'folder', 'tag', 'type', 'since', 'until', 'min_price', 'max_price', 'never'], {
        maxLength: 2,
      }),
    )
    .map(([all, chosen]) => {
      const names: string[] = [...chosen, 'place', 'for', 'for_fan']
      return Object.fromEntries(Object.entries(all).filter(([name, it]) => names.includes(name) && it !== undefined))
    })

async function readAll(filter: VaultFilter) {
  const { count, buckets, first } = (await api.call(alice, vault.index, filter)).data
  const tiles = []
  for (const { bucket, month, count: size } of buckets) {
    const { data } = (await api.call(alice, vault.bucket, { ...filter, bucket })).data
    expect([data.length, data.every((it) => it.created_at.startsWith(month))]).toEqual([size, true])
    tiles.push(...data.map((it) => it.id))
  }
  expect(first.map((it) => it.id)).toEqual(tiles.slice(0, mediaWithIndex))
  const listed = []
  for (let cursor: string | undefined; ; ) {
    const page = (await api.call(alice, mediaContract.vault, { ...filter, limit: 20, cursor })).data
    listed.push(...page.data.map((it) => it.id))
    if (page.next === null) break
    cursor = page.next
  }
  return { count, tiles, listed }
}

it('index, buckets, list and changes agree with the model for any filter', async () => {
  const property = fc.asyncProperty(fewFilters(), fc.boolean(), async (filter, hasException) => {
    const expected = rows.filter((row) => matches(row, filter)).map((row) => row.id)
    expect(await readAll(filter)).toEqual({ count: expected.length, tiles: expected, listed: expected })
    const except = hasException ? expected.slice(0, 1) : []
    const act = filter.place === 'trash' ? 'restore' : 'delete'
    const done = (await api.call(alice, vault.change, { act, choice: { filter, except } })).data
    expect(done.changed).toBe(expected.length - except.length)
    expect((await readAll(filter)).tiles).toEqual(except)
    if (done.undo !== null) await api.call(alice, vault.undo, { undo: done.undo })
    expect((await readAll(filter)).tiles).toEqual(expected)
  })
  await fc.assert(property, { numRuns: 30 })
})

it('refuses a day that does not exist, and a bucket that is no cursor, with 400', async () => {
  expect((await api.call(alice, vault.index, { since: '2026-02-30' })).status).toBe(400)
  for (const bucket of ['', 'x', Buffer.from('["2026-01-01",1,2]').toString('base64url')])
    expect((await api.call(alice, vault.bucket, { bucket })).status).toBe(400)
})
