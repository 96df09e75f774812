import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { automation } from '../../contract/automation.ts'
import type { Sent } from '../../contract/endpoint.ts'
import { cursorPages } from './cursor-pages.ts'
import { loadOnCall } from './server-functions.ts'

const server = loadOnCall(() => import('../server/automation.functions.ts'))
const key = ['automations']

export type AutomationInput = Sent<typeof automation.create>

/** The creator's automatic messages, the oldest first. */
export const automationsQuery = queryOptions({
  queryKey: [...key, 'list'],
  queryFn: () => server((api) => api.getAutomations({ data: {} })).then(({ data }) => data),
})

/** What was decided, the newest first; of one automatic message or of all. */
export const automationLogQuery = (id: string | null) =>
  infiniteQueryOptions({
    queryKey: [...key, 'log', id],
    queryFn: ({ pageParam }) =>
      server((api) => api.getAutomationLog({ data: { cursor: pageParam, ...(id !== null && { automation_id: id }) } })),
    ...cursorPages,
  })

/** Writes a new automatic message, or changes the one with this id. */
export function useSaveAutomation(id: string | null) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (data: AutomationInput) =>
      server((api) => (id === null ? api.createAutomation({ data }) : api.updateAutomation({ data: { ...data, id } }))),
    onSuccess: refresh,
    meta: { shown: true },
  })
}

export function useSwitchAutomation() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (data: { id: string; enabled: boolean }) => server((api) => api.switchAutomation({ data })),
    onSuccess: refresh,
  })
}

export function useRemoveAutomation() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (id: string) => server((api) => api.removeAutomation({ data: { id } })),
    onSuccess: refresh,
    meta: { shown: true },
  })
}

/** What it would have done; nothing is sent or stored. */
export function useDryRunAutomation() {
  return useMutation({
    mutationFn: (data: AutomationInput) => server((api) => api.dryRunAutomation({ data })),
    meta: { shown: true },
  })
}

function useRefresh() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: key })
}
