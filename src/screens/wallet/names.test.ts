import { expect, test } from 'vitest'
import en from '../../../messages/en.json' with { type: 'json' }
import { accountName } from './names.ts'

test.each([
  ['wallet', 'you', en.wallet_account_wallet],
  ['escrow', 'you', en.wallet_account_escrow],
  ['escrow', 'other', en.wallet_account_escrow],
  ['pending', 'you', en.wallet_account_earnings],
  ['pending', 'other', en.wallet_account_other],
  ['fee', 'platform', en.wallet_account_fee],
] as const)('the account %s of %s is called “%s”', (account, owner, name) =>
  expect(accountName(account, owner)).toBe(name),
)
