import { expect, it } from 'vitest'
import { testsOf } from './changed.ts'

const importers = new Map([
  ['contract/wallet.ts', ['api/features/wallet/routes.ts', 'src/queries/wallet.ts']],
  ['api/features/wallet/ledger.ts', ['api/features/gifts/routes.ts']],
  ['api/features/gifts/routes.ts', ['api/features.ts']],
  ['api/features/wallet/routes.ts', ['api/features.ts']],
  ['api/features.ts', ['api/features/chat/chat.test.ts']],
  ['src/queries/wallet.ts', ['src/screens/wallet/balance.tsx']],
  ['src/screens/wallet/balance.tsx', ['src/screens/home.test.tsx']],
])
const files = [
  'api/features/chat/chat.test.ts',
  'api/features/gifts/gifts.test.ts',
  'api/features/wallet/wallet.test.ts',
  'src/screens/home.test.tsx',
  'tests/architecture.test.ts',
  'tests/journeys/fan-pays.test.ts',
]

it('chooses the tests beside a change, and those that read every file', () => {
  expect(testsOf(['api/features/wallet/routes.ts'], files, importers)).toEqual([
    'api/features/wallet/wallet.test.ts',
    'tests/architecture.test.ts',
  ])
})

it('chooses tests that import a change over several steps, but not through what composes everything', () => {
  expect(testsOf(['contract/wallet.ts'], files, importers)).toEqual([
    'src/screens/home.test.tsx',
    'tests/architecture.test.ts',
  ])
})

it('chooses all tests when what composes everything changed', () => {
  expect(testsOf(['tests/support/api.ts'], files, importers)).toBeNull()
})
