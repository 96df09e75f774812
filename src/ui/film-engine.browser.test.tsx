import { expect, it } from 'vitest'
import { createFilmEngine } from './film-engine.ts'

it('takes a connection that is too fast to measure for a fast one', () => {
  const { bandwidthState } = createFilmEngine().engine.state
  const nothing = { fastEstimate: 0, fastTotalWeight: 0, slowEstimate: 0, slowTotalWeight: 0 }
  bandwidthState.set({ ...nothing, bytesSampled: 500_000 })
  expect(bandwidthState.get()?.slowEstimate).toBeGreaterThan(100_000_000)
  const measured = { fastEstimate: 7e5, fastTotalWeight: 2, slowEstimate: 6e5, slowTotalWeight: 2, bytesSampled: 9e5 }
  bandwidthState.set(measured)
  expect(bandwidthState.get()).toEqual(measured)
})
