/** Whole histories, which may take as long as they are; they have to end. */
export const downloads: readonly (readonly [who: string, path: string])[] = [
  ['whale', '/api/wallet/transactions.csv'],
  ['fan', '/api/account/export'],
  ['whale', '/api/account/export'],
  ['star', '/api/account/export'],
]
