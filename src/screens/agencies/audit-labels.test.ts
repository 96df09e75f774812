import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { actionLabel } from './audit-labels.ts'

/** Every action that the API writes down, as it stands in the code. */
const actions = globSync('api/**/*.ts').flatMap((file) =>
  file.endsWith('.test.ts')
    ? []
    : [...readFileSync(file, 'utf8').matchAll(/(?:audit\([^'`]*|action: )'([a-z]+\.[a-zA-Z_]+)'/g)].map(
        (it) => it[1] ?? '',
      ),
)

it('has a label for every action of the audit log', () => {
  expect(actions).toContain('chat.send')
  expect(actions).toContain('uploads.finish')
  const unlabelled = actions.filter((action) => [action, actionLabel('unknown.action')].includes(actionLabel(action)))
  expect(unlabelled).toEqual([])
})
