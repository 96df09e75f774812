import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { personalData } from '../../api/features/account/personal-data.ts'
import { jobs } from '../../api/jobs.ts'
import { bystanderMark } from '../support/bystander-marks.ts'
import { testApi } from '../support/test-api.ts'

const api = testApi()

it('bystanders have rows in every table about people', async () => {
  const empty = []
  for (const { table } of personalData.filter((it) => it.roles.length > 0)) {
    const { rows } = await api.db.execute(
      sql.raw(`select from ${table} it where to_jsonb(it)::text like '%${bystanderMark}%' limit 1`),
    )
    if (rows.length === 0) empty.push(table)
  }
  expect(empty).toEqual([])
})

it('no scheduled job changes them, as one may run during any test', async () => {
  // The database of this file is compared at its end.
  for (const job of jobs) await job.run(api.ctx)
})
