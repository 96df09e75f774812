import { expect, it } from 'vitest'
import { addressText } from './address-text.ts'

it.each([
  ['0000:0000:0000:0000:0000:0000:0000:0001', '::1'],
  ['2001:0db8:0000:0000:0000:0000:0000:0000', '2001:db8::'],
  ['2001:db8::8a2e:0370:7334', '2001:db8::8a2e:370:7334'],
  ['::ffff:192.0.2.10', '192.0.2.10'],
  ['192.0.2.10', '192.0.2.10'],
  ['no:address', 'no:address'],
])('writes %s as %s', (address, text) => {
  expect(addressText(address)).toBe(text)
})
