import { expect, it } from 'vitest'
import { freePort } from './support/ports.ts'

it('gives a port of their own to all who ask at the same moment', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, freePort))
  expect(new Set(ports).size).toBe(ports.length)
})
