import { createRequire } from 'node:module'
import { expect, it } from 'vitest'

it('gives its nonce to the copy of get-nonce that the scroll lock reads', () => {
  const own = createRequire(import.meta.url)
  const scrollLock = createRequire(createRequire(own.resolve('react-remove-scroll')).resolve('react-style-singleton'))
  expect(scrollLock.resolve('get-nonce')).toBe(own.resolve('get-nonce'))
})
