import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { User } from '../../contract/users.ts'
import { cursorPages } from './cursor-pages.ts'
import { loadOnCall } from './server-functions.ts'

const server = loadOnCall(() => import('../server/users.functions.ts'))

export const blockedQuery = infiniteQueryOptions({
  queryKey: ['blocked'],
  queryFn: ({ pageParam }) => server((api) => api.getBlocked({ data: { cursor: pageParam } })),
  ...cursorPages,
})

/** Blocks or unblocks. Both users vanish for each other, so everything is fetched again. */
export function useBlock(user: Pick<User, 'id'>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (block: boolean) =>
      server((api) => (block ? api.blockUser : api.unblockUser)({ data: { id: user.id } })),
    onSuccess: () => queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' }),
  })
}
