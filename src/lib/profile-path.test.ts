import { expect, test } from 'vitest'
import { profilePathOf } from './profile-path.ts'

const post = '01a1faf1-c8d3-7160-b81f-e5204287a2ca'

test.each<[string, string | null]>([
  ['/alice', '/@alice'],
  ['/Alice', '/@alice'],
  [`/alice/${post}`, `/@alice/${post}`],
  ['/alice/edit', '/@alice/edit'],
  ['/alice/edit/bio', '/@alice/edit/bio'],
  ['/alice/anything', null],
  ['/alice/edit/bio/more', null],
  ['/no-such-page', null],
  ['/ab', null],
  ['/123', null],
  ['/.well-known', null],
  ['/settings/nothing', null],
  ['/settings', null],
  ['/api', null],
  ['/favicon.png', null],
  ['/_serverFn', null],
  ['/support', null],
  ['/', null],
])('%s leads to %j', (path, expected) => {
  expect(profilePathOf(path)).toBe(expected)
})
