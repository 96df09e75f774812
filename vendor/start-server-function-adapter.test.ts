import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { replacements } from './replace-modules.ts'
import { ServerFunctionSerializationAdapter as ours } from './start-server-function-adapter.ts'

const upstream = replacements.find((it) => it.ours === 'vendor/start-server-function-adapter.ts')?.upstream ?? ''

it('reads what the adapter of Start writes for a server function', async () => {
  const { ServerFunctionSerializationAdapter: theirs } = await import(/* @vite-ignore */ `${process.cwd()}/${upstream}`)
  expect(ours.key).toBe(theirs.key)
  expect(theirs.toSerializable({ serverFnMeta: { id: 'f1' } })).toEqual({ functionId: 'f1' })
  expect(ours.fromSerializable({ functionId: 'f1' })).toBeTypeOf('function')
})

it('is worth having: the adapter of Start still imports the machinery of calls', () => {
  expect(readFileSync(upstream, 'utf8')).toContain('from "../client-rpc/createClientRpc.js"')
})
