import { createServerFn } from '@tanstack/react-start'
import { staff } from '../../contract/staff.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const getOverview = createServerFn({ method: 'GET' }).validator(sent(staff.overview)).handler(({ data }) => callApi(staff.overview, data))
export const getVerifications = createServerFn({ method: 'GET' }).validator(sent(staff.verifications)).handler(({ data }) => callApi(staff.verifications, data))
export const approveVerification = createServerFn({ method: 'POST' }).validator(sent(staff.approve)).handler(({ data }) => callApi(staff.approve, data))
export const rejectVerification = createServerFn({ method: 'POST' }).validator(sent(staff.reject)).handler(({ data }) => callApi(staff.reject, data))
export const getReports = createServerFn({ method: 'GET' }).validator(sent(staff.reports)).handler(({ data }) => callApi(staff.reports, data))
export const takeReport = createServerFn({ method: 'POST' }).validator(sent(staff.takeReport)).handler(({ data }) => callApi(staff.takeReport, data))
export const decideReport = createServerFn({ method: 'POST' }).validator(sent(staff.decideReport)).handler(({ data }) => callApi(staff.decideReport, data))
export const getUsers = createServerFn({ method: 'GET' }).validator(sent(staff.users)).handler(({ data }) => callApi(staff.users, data))
export const suspendUser = createServerFn({ method: 'POST' }).validator(sent(staff.suspend)).handler(({ data }) => callApi(staff.suspend, data))
export const unsuspendUser = createServerFn({ method: 'POST' }).validator(sent(staff.unsuspend)).handler(({ data }) => callApi(staff.unsuspend, data))
export const getActs = createServerFn({ method: 'GET' }).validator(sent(staff.acts)).handler(({ data }) => callApi(staff.acts, data))
