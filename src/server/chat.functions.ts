import { createServerFn } from '@tanstack/react-start'
import { chat } from '../../contract/chat.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const getSessions = createServerFn({ method: 'GET' }).validator(sent(chat.sessions)).handler(({ data }) => callApi(chat.sessions, data))
export const getSession = createServerFn({ method: 'GET' }).validator(sent(chat.session)).handler(({ data }) => callApi(chat.session, data))
export const updateSession = createServerFn({ method: 'POST' }).validator(sent(chat.updateSession)).handler(({ data }) => callApi(chat.updateSession, data))
export const muteSession = createServerFn({ method: 'POST' }).validator(sent(chat.mute)).handler(({ data }) => callApi(chat.mute, data))
export const hideSession = createServerFn({ method: 'POST' }).validator(sent(chat.hide)).handler(({ data }) => callApi(chat.hide, data))
export const sendMessage = createServerFn({ method: 'POST' }).validator(sent(chat.send)).handler(({ data }) => callApi(chat.send, data))
export const getMessages = createServerFn({ method: 'GET' }).validator(sent(chat.messages)).handler(({ data }) => callApi(chat.messages, data))
export const likeMessage = createServerFn({ method: 'POST' }).validator(sent(chat.like)).handler(({ data }) => callApi(chat.like, data))
export const removeMessage = createServerFn({ method: 'POST' }).validator(sent(chat.remove)).handler(({ data }) => callApi(chat.remove, data))
