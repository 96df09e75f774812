import { createServerFn } from '@tanstack/react-start'
import { media } from '../../contract/media.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const unlockMedia = createServerFn({ method: 'POST' }).validator(sent(media.unlock)).handler(({ data }) => callApi(media.unlock, data))
export const getPrivateMedia = createServerFn({ method: 'GET' }).validator(sent(media.privateMedia)).handler(({ data }) => callApi(media.privateMedia, data))
export const getVault = createServerFn({ method: 'GET' }).validator(sent(media.vault)).handler(({ data }) => callApi(media.vault, data))
export const getUnlocked = createServerFn({ method: 'GET' }).validator(sent(media.unlocked)).handler(({ data }) => callApi(media.unlocked, data))
