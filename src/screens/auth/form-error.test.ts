import { expect, it } from 'vitest'
import type { RefusalBody } from '../../../contract/refusals.ts'
import { RefusalError } from '../../lib/refusal.ts'
import { formErrorText } from './form-error.ts'

const refused = (body: Partial<RefusalBody>) =>
  new RefusalError({ error: 'invalid_input', message: 'Something in the form is not right.', status: 400, ...body })

it.each([
  [
    'the first field’s message',
    refused({ fields: { email: ['Not an address.'], password: ['Too short.'] } }),
    'Not an address.',
  ],
  ['validation error, where no field is named', refused({}), 'validation error'],
  [
    'what the identity service gives as its reason',
    refused({ reason: 'password_too_long', message: 'Too long.' }),
    'Too long.',
  ],
  [
    'a refusal’s sentence',
    refused({ error: 'forbidden', message: 'Posing as another person', reason: 'account_suspended' }),
    'Posing as another person',
  ],
  ['the default, for what has no words', refused({ error: 'internal', message: '' }), 'login error'],
  ['the default, for anything else that was thrown', new Error('x is not a function'), 'login error'],
])('%s', (_, error, sentence) => expect(formErrorText(error, 'login error')).toBe(sentence))
