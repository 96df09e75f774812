import { m } from '../../paraglide/messages.js'
import { useBlock } from '../../queries/users.ts'
import { toast } from '../../stores/toasts.ts'

/** Milliseconds for which a block can be undone in its toast: long enough to read it and to reach it. */
const undoMs = 8_000

/** `block` blocks and offers to undo it; a refusal is thrown, and is in `error`. */
export function useBlockWithUndo(person: { id: string; username: string | null }) {
  const { mutateAsync, isPending, error } = useBlock(person)
  const name = `@${person.username}`
  const undo = () =>
    void mutateAsync(false).then(
      () => toast(m.profile_unblocked_toast({ name })),
      // The failure has a toast of its own.
      () => undefined,
    )
  const block = async () => {
    await mutateAsync(true)
    toast(m.profile_blocked_toast({ name }), { duration: undoMs, action: { label: m.block_undo(), onAct: undo } })
  }
  return { block, isPending, error }
}
