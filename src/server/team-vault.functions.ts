import { createServerFn } from '@tanstack/react-start'
import { teamVault } from '../../contract/team-vault.ts'
import { callApi } from './api.server.ts'
import { asText } from './as-text.ts'
import { sent } from './sent.ts'

export const getTeamVaultIndex = createServerFn({ method: 'GET' })
  .validator(sent(teamVault.index))
  .handler(async ({ data }) => asText(await callApi(teamVault.index, data)))
export const getTeamVaultBucket = createServerFn({ method: 'GET' })
  .validator(sent(teamVault.bucket))
  .handler(async ({ data }) => asText(await callApi(teamVault.bucket, data)))
export const getTeamVaultLabels = createServerFn({ method: 'GET' })
  .validator(sent(teamVault.labels))
  .handler(({ data }) => callApi(teamVault.labels, data))
export const getTeamMedia = createServerFn({ method: 'GET' })
  .validator(sent(teamVault.media))
  .handler(({ data }) => callApi(teamVault.media, data))
