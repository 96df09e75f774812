import { expect, it } from 'vitest'
import { testApi } from '../../../tests/support/test-api.ts'
import { int, statement, text } from './statement.ts'

/** Which plans a connection makes while a statement runs that is planned for its values, and after it. */
const api = testApi()
const ask = `select current_setting('plan_cache_mode') as mode`
const ordinary = statement('test_mode_ordinary', {}, { mode: text }, () => ask)
const planned = statement('test_mode_planned', {}, { mode: text }, () => ask, { isPlannedForValues: true })
const failing = statement('test_mode_failing', { by: int }, { n: int }, ({ by }) => `select 1 / ${by} as n`, {
  isPlannedForValues: true,
})

it('plans such a statement for its values and the next one once again', async () => {
  const modes = [await api.db.run(ordinary, {}), await api.db.run(planned, {}), await api.db.run(ordinary, {})]
  expect(modes.map(([row]) => row?.mode)).toEqual(['force_generic_plan', 'force_custom_plan', 'force_generic_plan'])
  await expect(api.db.run(failing, { by: 0 })).rejects.toThrow('division by zero')
  expect(await api.db.run(ordinary, {})).toEqual([{ mode: 'force_generic_plan' }])
})

it('does so in a transaction, and leaves nothing of it where that fails', async () => {
  const modes = await api.db.transact(async (tx) => [await tx.run(planned, {}), await tx.run(ordinary, {})])
  expect(modes.map(([row]) => row?.mode)).toEqual(['force_custom_plan', 'force_generic_plan'])
  await expect(api.db.transact((tx) => tx.run(failing, { by: 0 }))).rejects.toThrow('division by zero')
  expect(await api.db.run(ordinary, {})).toEqual([{ mode: 'force_generic_plan' }])
})
