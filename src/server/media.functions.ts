import { createServerFn } from '@tanstack/react-start'
import { media } from '../../contract/media.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const unlockMedia = createServerFn({ method: 'POST' })
  .validator(sent(media.unlock))
  .handler(({ data }) => callApi(media.unlock, data))
export const getMedia = createServerFn({ method: 'GET' })
  .validator(sent(media.get))
  .handler(({ data }) => callApi(media.get, data))
export const getUnlocked = createServerFn({ method: 'GET' })
  .validator(sent(media.unlocked))
  .handler(({ data }) => callApi(media.unlocked, data))
export const getVaultLabels = createServerFn({ method: 'GET' })
  .validator(sent(media.labels))
  .handler(({ data }) => callApi(media.labels, data))
export const getMediaUses = createServerFn({ method: 'GET' })
  .validator(sent(media.uses))
  .handler(({ data }) => callApi(media.uses, data))
export const updateMedia = createServerFn({ method: 'POST' })
  .validator(sent(media.update))
  .handler(({ data }) => callApi(media.update, data))
export const chooseMediaPoster = createServerFn({ method: 'POST' })
  .validator(sent(media.choosePoster))
  .handler(({ data }) => callApi(media.choosePoster, data))
export const removeMedia = createServerFn({ method: 'POST' })
  .validator(sent(media.remove))
  .handler(({ data }) => callApi(media.remove, data))
