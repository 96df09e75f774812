import { startApiAlone } from './api-alone.ts'
import { moneyRows } from './money.ts'
import { holds, print } from './row.ts'

/**
 * `npm run bench:money [-- postings]`: the purchase rows alone, on the API and PostgreSQL without edge.
 * With a number, also the p99 with so many postings in the ledger (10000000 is what the bound is about).
 */
const postings = process.argv[2] === undefined ? undefined : Number(process.argv[2])
const { url: apiUrl, databaseUrl, dataDir, close } = await startApiAlone({ DEMO: '0' })
let isWithinBounds = false
try {
  const rows = await moneyRows({ apiUrl, databaseUrl, dataDir, postings })
  print(rows)
  isWithinBounds = rows.every(holds)
} finally {
  await close()
}
process.exit(isWithinBounds ? 0 : 1)
