import * as v from 'valibot'
import { expect, it } from 'vitest'
import { agencies } from './agencies.ts'
import { posts } from './posts.ts'
import { users } from './users.ts'

const id = '01890a5d-ac96-774b-bcce-b302099a8057'

it.each([
  ['users.get', users.get.input, {}],
  ['posts.ofUser', posts.ofUser.input, {}],
  ['posts.profilePage', posts.profilePage.input, {}],
  ['agencies.invite', agencies.invite.input, { id, kind: 'creator' }],
])('%s takes a username as it is typed', (_, input, others) => {
  expect(v.parse(input, { ...others, username: ' @ＡLICE ' })).toMatchObject({ username: 'alice' })
})
