import { expect, it } from 'vitest'
import { endpointInventory } from '../../tools/dev/inventory.ts'
import { partsOf } from './measure.ts'
import { reads, unmeasured } from './reads.ts'

it('every GET endpoint has a case in the large world, or a reason not to', async () => {
  const paths = (await endpointInventory()).filter(({ method }) => method === 'GET').map(({ path }) => path)
  const named = [...Object.keys(reads), ...Object.keys(unmeasured)]
  expect(named.toSorted()).toEqual(paths.toSorted())
  expect(Object.entries(reads).filter(([, cases]) => cases.length === 0)).toEqual([])
})

it('every case gives the parameters of its path', () => {
  const wanting = Object.entries(reads).flatMap(([path, cases]) => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
    return cases.filter((it) => inPath.some((name) => !new URLSearchParams(partsOf(it).query).has(name)))
  })
  expect(wanting).toEqual([])
})
