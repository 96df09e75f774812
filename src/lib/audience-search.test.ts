import { expect, it } from 'vitest'
import type { AudienceFilter } from '../../contract/audience-filter.ts'
import { fromFilter, toFilter } from './audience-filter.ts'
import { audienceSearch } from './audience-search.ts'

const id = '01890000-0000-7000-8000-000000000001'
const filter: AudienceFilter = {
  q: 'zoe',
  relation: ['subscriber', 'trial'],
  since_days: 7,
  renewal: 'off',
  min_spent: 20,
  list: [id, id],
  language: 'fr',
}

it('brings a filter through an address and back', () => {
  const address = new URLSearchParams(fromFilter(filter) as Record<string, string>)
  expect(toFilter(audienceSearch(Object.fromEntries(address)))).toEqual(filter)
})

it('leaves out what is no part of a filter', () => {
  const odd = { relation: 'subscriber.friend', since_days: '-1', list: 'mine', language: 'de', sort: 'newest', x: '1' }
  expect(audienceSearch(odd)).toEqual({ relation: 'subscriber' })
})
