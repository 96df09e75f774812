import { expect, it } from 'vitest'
import { sessionCookie } from './session-cookie.ts'
import { sessionToken } from './viewer.ts'

const secret = 'the secret of this server'
const plain = (token: string, by = secret) => sessionCookie(token, by)
const prefixed = (token: string, by = secret) => `__Secure-${plain(token, by)}`

it.each<[what: string, header: string | null, token: string | null]>([
  ['no cookie', null, null],
  ['another cookie beside it', `i18n_redirected=en; ${plain('mine')}`, 'mine'],
  ['one that is not signed by us', plain('mine', 'guess'), null],
  ['a planted one before the prefixed', `${plain('planted')}; ${prefixed('mine')}`, 'mine'],
  ['a planted one after the prefixed', `${prefixed('mine')}; ${plain('planted')}`, 'mine'],
  ['a forged one before the right', `${plain('forged', 'guess')}; ${plain('mine')}`, 'mine'],
  ['a forged prefixed one', `${prefixed('forged', 'guess')}; ${plain('mine')}`, 'mine'],
  ['broken escapes', 'fanfare.session_token=%zz', null],
])('reads the session of %s', (_, header, token) => expect(sessionToken(header, { SECRET: secret })).toBe(token))
