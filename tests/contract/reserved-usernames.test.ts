import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { mayBeUsername, reservedUsernames, usernameLook } from '../../contract/policy/username.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

it('reserves the first segment of every route of app and API (product §24, safety §11)', () => {
  const pages = globSync('src/routes/**/*.tsx', { cwd: root }).map(
    (file) => /createFileRoute\('\/([^/']*)/.exec(readFileSync(`${root}/${file}`, 'utf8'))?.[1] ?? '',
  )
  const calls = globSync('contract/*.ts', { cwd: root }).flatMap((file) =>
    [...readFileSync(`${root}/${file}`, 'utf8').matchAll(/path: '\/([^/']+)/g)].map((it) => it[1] ?? ''),
  )
  const firsts = [...new Set([...pages, ...calls])].filter((it) => it !== '' && !/[@${}]/.test(it))
  expect(firsts.length).toBeGreaterThan(15)
  expect(firsts.filter((it) => !reservedUsernames.has(it))).toEqual([])
})

it.each([
  ['alice', true],
  ['a.b', true],
  ['user_1', true],
  ['user5', true],
  ['1a2', true],
  ['123', false],
  ['ab', false],
  ['.ab', false],
  ['ab.', false],
  ['a..b', false],
  ['settings', false],
  ['s.e.t.t.i.n.g.s', false],
  ['0fficial', false],
  ['adm1n', false],
  ['supp0rt_', false],
  ['a'.repeat(31), false],
  ['été', false],
  ['a b', false],
])('%s may be a username: %s', (name, may) => expect(mayBeUsername(name)).toBe(may))

it('maps lookalike usernames to the same canonical look', () => {
  expect(usernameLook('a1ice_')).toBe(usernameLook('alice'))
  expect(usernameLook('rnina')).toBe(usernameLook('mina'))
  expect(usernameLook('bob')).not.toBe(usernameLook('rob'))
})
