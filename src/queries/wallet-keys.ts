/** Apart from the queries for code that only invalidates them. */
export const walletKeys = { all: ['wallet'] as const, transactions: ['wallet', 'transactions'] as const }
