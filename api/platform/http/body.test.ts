import { expect, it } from 'vitest'
import { needJson, parseObject, readBoundedText } from './body.ts'

const sent = (body: string, headers: Record<string, string> = {}) =>
  new Request('http://localhost/', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  })

it.each<[type: string, isJson: boolean]>([
  ['application/json', true],
  ['Application/JSON; charset=utf-8', true],
  ['application/json-patch', false],
  ['text/plain', false],
  ['text/plain; application/json', false],
])('takes a body of type %s: %s', (type, isJson) => {
  const act = () => needJson(sent('{}', { 'content-type': type }))
  if (isJson) expect(act).not.toThrow()
  else expect(act).toThrow(expect.objectContaining({ code: 'unsupported_media' }))
})

it('parses an object', () => expect(parseObject('{"a":[1]}')).toEqual({ a: [1] }))

it.each(['{"a":', '[]', '[{"a":1}]', '"x"', '1', 'null', 'true', ''])('refuses %s as a body', (text) => {
  let refusal: unknown = null
  try {
    parseObject(text)
  } catch (error) {
    refusal = error
  }
  expect(refusal).toMatchObject({ code: 'invalid_input' })
})

it('refuses a body over the limit by its length, and by its bytes where it names none', async () => {
  await expect(readBoundedText(sent('12345', { 'content-length': '5' }), 4)).rejects.toMatchObject({
    code: 'too_large',
  })
  await expect(readBoundedText(sent('12345'), 4)).rejects.toMatchObject({ code: 'too_large' })
  expect(await readBoundedText(sent('1234'), 4)).toBe('1234')
})
