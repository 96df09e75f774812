import { queryOptions } from '@tanstack/react-query'
import { loadOnCall } from './server-functions.ts'

const server = loadOnCall(() => import('../server/company.functions.ts'))

/** The company that runs this site; the same for as long as the server runs. */
export const companyQuery = queryOptions({
  queryKey: ['company'],
  queryFn: () => server((api) => api.getCompany({ data: {} })),
  staleTime: Number.POSITIVE_INFINITY,
})
