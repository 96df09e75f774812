import { expect, it } from 'vitest'
import { isUuid, parseUuid } from './uuid.ts'

const id = '01890a5d-ac96-774b-bcce-b302099a8057'

it.each([
  [id, id],
  [id.toUpperCase(), id],
  [` ${id}`, null],
  [`${id}\n`, null],
  [id.slice(1), null],
  [id.replaceAll('-', ''), null],
  [id.replace('a', 'g'), null],
  ['', null],
])('reads %j as the UUID %j', (text, uuid) => {
  expect(parseUuid(text)).toBe(uuid)
  expect(isUuid(text)).toBe(uuid !== null)
})
