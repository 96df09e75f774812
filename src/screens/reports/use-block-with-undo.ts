import { m } from '../../paraglide/messages.js'
import { useBlock } from '../../queries/blocking.ts'
import { toast } from '../../stores/toasts.ts'
import { toastWithUndo } from '../../ui/toast-with-undo.ts'

/** `block` blocks and offers to undo it; a refusal is thrown, and is in `error`. */
export function useBlockWithUndo(person: { id: string; username: string | null }) {
  const { mutateAsync, isPending, error } = useBlock(person)
  const name = `@${person.username}`
  const undo = () =>
    mutateAsync(false).then(
      () => toast(m.profile_unblocked_toast({ name })),
      // The failure has a toast of its own.
      () => undefined,
    )
  const block = async () => {
    await mutateAsync(true)
    toastWithUndo(m.profile_blocked_toast({ name }), undo)
  }
  return { block, isPending, error }
}
