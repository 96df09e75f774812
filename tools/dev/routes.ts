import { endpointInventory, type InventoryRow, pageInventory } from './inventory.ts'
import { otherRoutes } from './other-routes.ts'

/** `npm run routes`: every route and who may call it. `--json` for programs. */
const [endpoints, others, pages] = [await endpointInventory(), otherRoutes(), pageInventory()]
if (process.argv.includes('--json')) {
  console.log(JSON.stringify([...endpoints, ...others, ...pages], null, 2))
} else {
  print('Endpoints of the contract', endpoints)
  print('Other routes of the API: files, uploads, identity (better-auth), payments, operations', others)
  print('Pages', pages)
}

function print(title: string, rows: InventoryRow[]): void {
  const head = { method: 'METHOD', path: 'PATH', access: 'ACCESS', acting: 'WHILE ACTING', also: 'ALSO' }
  const columns = ['method', 'path', 'access', 'acting', 'also'] as const
  const widths = columns.map((column) => Math.max(...[head, ...rows].map((row) => row[column].length)))
  console.log(`\n${title}\n`)
  for (const row of [head, ...rows])
    console.log(
      columns
        .map((column, at) => row[column].padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}
