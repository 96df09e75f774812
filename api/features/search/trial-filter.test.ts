import { beforeAll, expect, it } from 'vitest'
import { search } from '../../../contract/search.ts'
import { openTestApi, type TestApi } from '../../../tests/support/api.ts'
import { newId } from '../../platform/db/ids.ts'
import { offerLinks } from '../../platform/db/schema/subscriptions.ts'

/** Whom one finds who looks for a trial: creators with one that is shown to everyone and still open (product §68). */
let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ empty: true })
  const creator = { isCreator: true, priceCents: 999, tags: ['opera'] }
  const past = new Date(Date.now() - 1_000)
  const links: Record<string, Partial<typeof offerLinks.$inferInsert>[]> = {
    open: [{}],
    also_open: [{ revokedAt: past }, { maxUses: 2, uses: 1 }],
    hidden: [{ isListed: false }],
    revoked: [{ revokedAt: past }],
    expired: [{ expiresAt: past }],
    used_up: [{ maxUses: 1, uses: 1 }],
    discount: [{ kind: 'discount' }],
    none: [],
  }
  for (const [username, theirs] of Object.entries(links)) {
    const { id } = await api.makeUser({ username, ...creator })
    for (const link of theirs) {
      const row = { id: newId(), code: newId(), creatorId: id, kind: 'trial' as const, days: 7, isListed: true }
      await api.db.insert(offerLinks).values({ ...row, ...link })
    }
  }
  const { id } = await api.makeUser({ username: 'free_now', ...creator, priceCents: 0 })
  const row = { id: newId(), code: newId(), creatorId: id, kind: 'trial' as const, days: 7, isListed: true }
  await api.db.insert(offerLinks).values(row)
  return () => api.close()
})

const found = async (query: object) => {
  const { data } = (await api.call(null, search.results, query)).data
  return data.map((it) => ('username' in it ? it.username : null)).sort()
}

it.each([
  ['by itself', {}],
  ['with a tag', { tag: 'opera' }],
  ['by trend', { sort: 'trending' as const }],
])('finds the same %s', async (_, query) => {
  expect(await found({ trial: 'yes', ...query })).toEqual(['also_open', 'open'])
})

it('narrows a search by name', async () => {
  expect(await found({ q: 'also_open', trial: 'yes' })).toContain('also_open')
  expect(await found({ q: 'hidden', trial: 'yes' })).toEqual([])
})
