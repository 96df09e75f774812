import { queryOptions, useMutation } from '@tanstack/react-query'
import type { Sent } from '../../contract/endpoint.ts'
import type { reports } from '../../contract/reports.ts'
import { unwrap } from '../lib/refusal.ts'

const server = () => import('../server/reports.functions.ts')

export const reportQuery = (ticket: string) =>
  queryOptions({
    queryKey: ['reports', ticket],
    queryFn: () => unwrap(server().then((it) => it.getReport({ data: { ticket } }))),
    retry: false,
  })

export const useSendReport = () =>
  useMutation({
    mutationFn: async (data: Sent<typeof reports.send>) => unwrap((await server()).sendReport({ data })),
    meta: { shown: true },
  })
