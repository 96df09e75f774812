import { readFileSync, globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { actionLabel } from './audit-labels.ts'

/** Every act that the API writes down, as it stands in the code. */
const acts = globSync('api/**/*.ts').flatMap((file) =>
  file.endsWith('.test.ts')
    ? []
    : [...readFileSync(file, 'utf8').matchAll(/(?:audit\([^'`]*|action: )'([a-z]+\.[a-zA-Z_]+)'/g)].map(
        (it) => it[1] ?? '',
      ),
)

it('has a label for every action of the audit log', () => {
  expect(acts).toContain('chat.send')
  expect(acts).toContain('uploads.finish')
  const unsaid = acts.filter((act) => [act, actionLabel('nobody.knows')].includes(actionLabel(act)))
  expect(unsaid).toEqual([])
})
