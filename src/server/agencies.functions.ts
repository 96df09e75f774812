import { createServerFn } from '@tanstack/react-start'
import { acting, agencies } from '../../contract/agencies.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const getActing = createServerFn({ method: 'GET' }).validator(sent(acting.status)).handler(({ data }) => callApi(acting.status, data))
export const startActing = createServerFn({ method: 'POST' }).validator(sent(acting.start)).handler(({ data }) => callApi(acting.start, data))
export const stopActing = createServerFn({ method: 'POST' }).validator(sent(acting.stop)).handler(({ data }) => callApi(acting.stop, data))

export const getAgencies = createServerFn({ method: 'GET' }).validator(sent(agencies.list)).handler(({ data }) => callApi(agencies.list, data))
export const createAgency = createServerFn({ method: 'POST' }).validator(sent(agencies.create)).handler(({ data }) => callApi(agencies.create, data))
export const getAgency = createServerFn({ method: 'GET' }).validator(sent(agencies.get)).handler(({ data }) => callApi(agencies.get, data))
export const renameAgency = createServerFn({ method: 'POST' }).validator(sent(agencies.update)).handler(({ data }) => callApi(agencies.update, data))
export const dissolveAgency = createServerFn({ method: 'POST' }).validator(sent(agencies.dissolve)).handler(({ data }) => callApi(agencies.dissolve, data))
export const inviteToAgency = createServerFn({ method: 'POST' }).validator(sent(agencies.invite)).handler(({ data }) => callApi(agencies.invite, data))
export const withdrawInvitation = createServerFn({ method: 'POST' }).validator(sent(agencies.withdraw)).handler(({ data }) => callApi(agencies.withdraw, data))
export const changeMember = createServerFn({ method: 'POST' }).validator(sent(agencies.changeMember)).handler(({ data }) => callApi(agencies.changeMember, data))
export const removeMember = createServerFn({ method: 'POST' }).validator(sent(agencies.removeMember)).handler(({ data }) => callApi(agencies.removeMember, data))
export const removeCreator = createServerFn({ method: 'POST' }).validator(sent(agencies.removeCreator)).handler(({ data }) => callApi(agencies.removeCreator, data))
export const putGrant = createServerFn({ method: 'POST' }).validator(sent(agencies.putGrant)).handler(({ data }) => callApi(agencies.putGrant, data))
export const removeGrant = createServerFn({ method: 'POST' }).validator(sent(agencies.removeGrant)).handler(({ data }) => callApi(agencies.removeGrant, data))
export const getAgencyActivity = createServerFn({ method: 'GET' }).validator(sent(agencies.activity)).handler(({ data }) => callApi(agencies.activity, data))
export const getFigures = createServerFn({ method: 'GET' }).validator(sent(agencies.figures)).handler(({ data }) => callApi(agencies.figures, data))

export const getInvitations = createServerFn({ method: 'GET' }).validator(sent(agencies.invitations)).handler(({ data }) => callApi(agencies.invitations, data))
export const acceptInvitation = createServerFn({ method: 'POST' }).validator(sent(agencies.accept)).handler(({ data }) => callApi(agencies.accept, data))
export const declineInvitation = createServerFn({ method: 'POST' }).validator(sent(agencies.decline)).handler(({ data }) => callApi(agencies.decline, data))

export const getLinks = createServerFn({ method: 'GET' }).validator(sent(agencies.links)).handler(({ data }) => callApi(agencies.links, data))
export const setCeiling = createServerFn({ method: 'POST' }).validator(sent(agencies.setCeiling)).handler(({ data }) => callApi(agencies.setCeiling, data))
export const endLink = createServerFn({ method: 'POST' }).validator(sent(agencies.endLink)).handler(({ data }) => callApi(agencies.endLink, data))
export const getAccess = createServerFn({ method: 'GET' }).validator(sent(agencies.access)).handler(({ data }) => callApi(agencies.access, data))
export const endAccess = createServerFn({ method: 'POST' }).validator(sent(agencies.endAccess)).handler(({ data }) => callApi(agencies.endAccess, data))
export const getMyActivity = createServerFn({ method: 'GET' }).validator(sent(agencies.myActivity)).handler(({ data }) => callApi(agencies.myActivity, data))
