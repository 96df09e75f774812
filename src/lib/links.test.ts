import { expect, it } from 'vitest'
import { cardOf, piecesOf, socialPiecesOf } from './links.ts'

const here = 'https://www.fanfare.example/chat'
const links = (text: string) => piecesOf(text, here).flatMap((it) => (it.kind === 'link' ? [it] : []))

it('returns every letter of the text', () => {
  for (const text of ['', 'no link', 'a https://a.example/b, c', 'https://a.example', 'x https://u:p@a.example y'])
    expect(
      piecesOf(text, here)
        .map((it) => (it.kind === 'text' ? it.text : `https://${it.shown}`))
        .join(''),
    ).toBe(text)
})

it.each([
  ['see https://a.example/b.', 'https://a.example/b'],
  ['(https://a.example/b)', 'https://a.example/b'],
  ['https://a.example/b_(c)', 'https://a.example/b_(c)'],
  ['“https://a.example/b”', 'https://a.example/b'],
  ['HTTPS://A.Example/B', 'https://a.example/B'],
  ['https://a.example:8443/?q=1#x!', 'https://a.example:8443/?q=1#x'],
])('finds the address in %s', (text, href) => {
  expect(links(text).map((it) => it.href)).toEqual([href])
})

it.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://a.example',
  'file:///etc/passwd',
  '//a.example',
  'www.a.example',
  'xhttps://a.example',
  'https://',
  'https://name@evil.example',
  'https://fanfare.example:secret@evil.example/',
  'http://[',
])('leaves %s as plain text', (text) => {
  expect(links(text)).toEqual([])
})

it.each([
  ['https://www.fanfare.example/@alice', '/@alice'],
  ['https://fr.fanfare.example/@alice?x=1', '/@alice?x=1'],
  ['https://fanfare.example.evil.example/@alice', null],
  ['https://evilfanfare.example/@alice', null],
  ['https://fanfare.example@evil.example/@alice', undefined],
  ['https://fanfare.example\\@evil.example/', '/@evil.example/'],
  ['https://fanfare.example//evil.example/login', null],
  ['https://fanfare.example/\\evil.example/login', null],
  ['https://fanfare.example/.//evil.example/login', null],
  ['https://fanfare.example////evil.example/login', null],
  ['https://fanfare.example//', null],
  ['https://fanfare.example/a//evil.example', '/a//evil.example'],
])('knows whether %s leads inside', (text, inside) => {
  expect(links(text)[0]?.inside).toBe(inside)
})

it.each([
  ['https://café.example/', 'café.example'],
  ['https://москва.рф/', 'москва.рф'],
  ['https://日本語テスト.example', '日本語テスト.example'],
  ['https://аpple.example/', 'xn--pple-43d.example'],
  ['https://аррӏе.example/', 'xn--80ak6aa92e.example'],
  ['https://gοοgle.example/', 'xn--ggle-0nda.example'],
  ['https://xn--80ak6aa92e.example/', 'xn--80ak6aa92e.example'],
  ['https://ɡoogle.example/', 'xn--oogle-qmc.example'],
])('shows the host of %s as %s', (text, shown) => {
  expect(links(text)[0]?.shown).toBe(shown)
})

it('shows no letters that turn or hide others', () => {
  expect(links('https://a.example/%E2%80%AEgpj.exe')[0]?.shown).toBe('a.example/%E2%80%AEgpj.exe')
  expect(links('https://a.example/%C3%A9t%C3%A9')[0]?.shown).toBe('a.example/été')
})

const id = '01a1fb82-e44d-7190-ba20-62a32abf47fc'
it.each([
  ['/@alice', { username: 'alice', postId: null }],
  ['/@Alice/?tab=x', { username: 'alice', postId: null }],
  [`/@alice/${id}#c`, { username: 'alice', postId: id }],
  ['/@alice/edit', null],
  [`/@alice/${id}/x`, null],
  ['/@../x', null],
  ['/settings', null],
  ['/', null],
])('has a card for %s', (path, card) => {
  expect(cardOf(path)).toEqual(card)
})

it.each([
  ['with @alice and @Bob.', ['/@alice', '/@bob']],
  ['(@alice) "@bob"', ['/@alice', '/@bob']],
  ['mail me@alice.example or @alice@social.example', []],
  ['@al, @.alice and @1234 are no names', []],
  ['#NightShift, #été', ['/search?type=posts&q=%23nightshift', '/search?type=posts&q=%23%C3%A9t%C3%A9']],
  ['#1 of a#b and &#39;', []],
  ['https://a.example/@alice#top', ['https://a.example/@alice#top']],
  ['@alice"><img src=x onerror=1>', ['/@alice']],
])('finds the names and tags in %s', (text, paths) => {
  const pieces = socialPiecesOf(text, here)
  expect(pieces.flatMap((it) => (it.kind === 'link' ? [it.inside ?? it.href] : []))).toEqual(paths)
  if (!text.includes('://')) expect(pieces.map((it) => (it.kind === 'text' ? it.text : it.shown)).join('')).toBe(text)
})
