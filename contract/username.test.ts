import { expect, it } from 'vitest'
import { canonicalUsername } from './username.ts'

it.each([
  ['alice', 'alice'],
  ['@Alice', 'alice'],
  ['  @alice ', 'alice'],
  ['ＡＬＩＣＥ', 'alice'],
  ['＠alice', 'alice'],
  ['@@alice', '@alice'],
  ['@', ''],
])('reads %j as the username %j', (typed, username) => expect(canonicalUsername(typed)).toBe(username))
