import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Sent } from '../../contract/endpoint.ts'
import type { writingRules } from '../../contract/writing-rules.ts'
import { agencyKeys } from './agencies.ts'
import { loadOnCall } from './server-functions.ts'

const server = loadOnCall(() => import('../server/writing-rules.functions.ts'))

/** Every conversation that is opened asks for the rules, which seldom change; the API asks again with every message. */
const staleTime = 5 * 60_000

/** What an agency of the viewer asks of its operators when they write to fans. */
export const writingRulesQuery = (agencyId: string) =>
  queryOptions({
    queryKey: [...agencyKeys.one(agencyId), 'writing-rules'],
    queryFn: () => server((api) => api.getWritingRules({ data: { id: agencyId } })),
    staleTime,
  })

/** The same for the session that acts. */
export const rulesWhileActingQuery = queryOptions({
  queryKey: ['writing-rules'],
  queryFn: () => server((api) => api.getRulesWhileActing({ data: {} })),
  staleTime,
})

export function useChangeWritingRules() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (rules: Sent<typeof writingRules.change>) => server((api) => api.changeWritingRules({ data: rules })),
    onSuccess: (rules, { id }) => queryClient.setQueryData(writingRulesQuery(id).queryKey, rules),
    meta: { shown: true },
  })
}
