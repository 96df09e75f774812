import { queryOptions } from '@tanstack/react-query'
import type { Sent } from '../../contract/endpoint.ts'
import type { reports } from '../../contract/reports.ts'
import { loadOnCall } from './server-functions.ts'
import { useSingleMutation } from './single-mutation.ts'

const server = loadOnCall(() => import('../server/reports.functions.ts'))

export const reportQuery = (ticket: string) =>
  queryOptions({
    queryKey: ['reports', ticket],
    queryFn: () => server((api) => api.getReport({ data: { ticket } })),
    retry: false,
  })

export const useSendReport = () =>
  useSingleMutation({
    mutationFn: ({ human, ...data }: Sent<typeof reports.send> & { human: string }) =>
      server((api) => api.sendReport({ data, headers: { 'x-captcha-response': human } })),
    meta: { shown: true },
  })
