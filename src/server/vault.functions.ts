import { createServerFn } from '@tanstack/react-start'
import { vault } from '../../contract/vault.ts'
import { callApi } from './api.server.ts'
import { asText } from './as-text.ts'
import { sent } from './sent.ts'

export const getVaultIndex = createServerFn({ method: 'GET' })
  .validator(sent(vault.index))
  .handler(async ({ data }) => asText(await callApi(vault.index, data)))
export const getVaultBucket = createServerFn({ method: 'GET' })
  .validator(sent(vault.bucket))
  .handler(async ({ data }) => asText(await callApi(vault.bucket, data)))
export const changeVault = createServerFn({ method: 'POST' })
  .validator(sent(vault.change))
  .handler(({ data }) => callApi(vault.change, data))
export const undoVaultChange = createServerFn({ method: 'POST' })
  .validator(sent(vault.undo))
  .handler(({ data }) => callApi(vault.undo, data))
export const renameFolder = createServerFn({ method: 'POST' })
  .validator(sent(vault.renameFolder))
  .handler(({ data }) => callApi(vault.renameFolder, data))
