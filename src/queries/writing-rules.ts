import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Sent } from '../../contract/endpoint.ts'
import type { writingRules } from '../../contract/writing-rules.ts'
import { agencyKeys } from './agencies.ts'
import { loadOnCall } from './server-functions.ts'

const server = loadOnCall(() => import('../server/writing-rules.functions.ts'))

/** What an agency of the viewer asks of its operators when they write to fans. */
export const writingRulesQuery = (agencyId: string) =>
  queryOptions({
    queryKey: [...agencyKeys.one(agencyId), 'writing-rules'],
    queryFn: () => server((api) => api.getWritingRules({ data: { id: agencyId } })),
  })

/** The same for the session that acts; the API asks again with every call. */
export const rulesWhileActingQuery = queryOptions({
  queryKey: ['writing-rules'],
  queryFn: () => server((api) => api.getRulesWhileActing({ data: {} })),
})

export function useChangeWritingRules() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (rules: Sent<typeof writingRules.change>) => server((api) => api.changeWritingRules({ data: rules })),
    onSuccess: (rules, { id }) => queryClient.setQueryData(writingRulesQuery(id).queryKey, rules),
    meta: { shown: true },
  })
}
