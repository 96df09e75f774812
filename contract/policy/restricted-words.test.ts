import { expect, it } from 'vitest'
import { differentWords, isRestrictable, restrictedWordIn } from './restricted-words.ts'

const words = ['PayPal', 'cash app', 'WhatsApp', 'été', '18', 'c++', '...']

it.each<[string, string | null]>([
  ['', null],
  ['Good evening', null],
  ['Send it by paypal', 'PayPal'],
  ['PAYPAL?', 'PayPal'],
  ['(paypal)', 'PayPal'],
  ['my pay pal', null],
  ['paypals', null],
  ['nopaypal', null],
  ['P a y p a l', 'PayPal'],
  ['p.a.y-p_a_l please', 'PayPal'],
  ['on p a y p a l', 'PayPal'],
  ['pay\u200Bpal', 'PayPal'],
  ['p\u00E1yp\u00E2l', 'PayPal'],
  ['ｐａｙｐａｌ', 'PayPal'],
  ['cash app', 'cash app'],
  ['Cash   App!', 'cash app'],
  ['cash, app', 'cash app'],
  ['cash on the app', null],
  ['cashapp', null],
  ['app cash', null],
  ['cet ete', 'été'],
  ['cet \u00C9T\u00C9', 'été'],
  ['18', '18'],
  ['at 18h', null],
  ['1 8', null],
  ['a b c', null],
  ['C++', null],
  ['...', null],
])('reads %j as %j', (text, found) => {
  expect(restrictedWordIn(text, words)).toBe(found)
})

it('names the first of the list, and finds nothing in an empty one', () => {
  expect(restrictedWordIn('whatsapp or paypal', words)).toBe('PayPal')
  expect(restrictedWordIn('paypal', [])).toBeNull()
})

it.each([
  ['ok', true],
  ['18', true],
  ['a b', true],
  ['a', false],
  ['c++', false],
  ['...', false],
  ['', false],
])('may restrict %j: %s', (word, may) => {
  expect(isRestrictable(word)).toBe(may)
})

it('leaves out what a list has already, whatever its case and accents', () => {
  expect(differentWords(['PayPal', 'cash app', 'paypal', 'Cash-App', 'été', 'ETE', 'cash'])).toEqual([
    'PayPal',
    'cash app',
    'été',
    'cash',
  ])
  expect(differentWords([])).toEqual([])
})
