import { expect, it } from 'vitest'
import { freePort } from './support/ports.ts'

it('gives distinct ports to concurrent callers', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, freePort))
  expect(new Set(ports).size).toBe(ports.length)
})
