import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Profile } from '../../contract/profile.ts'
import type { RefusalBody } from '../../contract/refusals.ts'
import { Refusal } from '../lib/refusal.ts'
import { m } from '../paraglide/messages.js'
import { showAnew } from './session.ts'

/** Sends a picture as face or cover; the answer is the new session. Bytes go to the API themselves, not by a server function. */
export function useSetPicture(kind: 'avatar' | 'cover') {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (file: File): Promise<Profile> => {
      const answer = await fetch(`/api/profile/picture/${kind}`, {
        method: 'PUT',
        headers: { 'content-type': file.type },
        body: file,
      }).catch(() => null)
      const body: unknown = await answer?.json().catch(() => null)
      if (answer?.ok) return body as Profile
      const said = (body ?? {}) as Partial<RefusalBody>
      throw new Refusal({
        error: 'unavailable',
        message: m.refusal_unavailable(),
        ...said,
        status: answer?.status ?? 503,
      })
    },
    onSuccess: (profile) => showAnew(queryClient, profile),
    meta: { shown: true },
  })
}
