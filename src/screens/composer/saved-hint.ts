import { m } from '../../paraglide/messages.js'

type Saving = { isPending: boolean; isError: boolean; isSuccess: boolean }

/** Whether what is being written has arrived on the server. */
export function savedHint({ isPending, isError, isSuccess }: Saving): string | null {
  if (isPending) return m.broadcasts_draft_saving()
  if (isError) return m.broadcasts_draft_failed()
  return isSuccess ? m.broadcasts_draft_saved() : null
}
