import { useMutation } from '@tanstack/react-query'
import type { chatDrafts, MessageDraft } from '../../contract/chat-drafts.ts'
import type { Sent } from '../../contract/endpoint.ts'
import { loadOnCall } from './server-functions.ts'

const server = loadOnCall(() => import('../server/chat-drafts.functions.ts'))

/** The messages that the viewer is writing, as the server has them now: an answer from before is of no use here. */
export async function readMessageDrafts(): Promise<MessageDraft[]> {
  return (await server((api) => api.getMessageDrafts({ data: {} }))).data
}

/** Keeps a message that is being written, one after the other. */
export function useSaveMessageDraft() {
  return useMutation({
    mutationFn: (data: Sent<typeof chatDrafts.save>) => server((api) => api.saveMessageDraft({ data })),
    scope: { id: 'message-drafts' },
    // What did not arrive stays in this browser, and is sent with the next change.
    meta: { silent: true },
  })
}
