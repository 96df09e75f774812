import { m } from '../../paraglide/messages.js'
import { useRemovePost } from '../../queries/writing.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'

type RemovePostProps = { id: string; open: boolean; onClose: () => void; onRemoved?: () => void }

/** Asks before a post goes, since it cannot be brought back. */
export function RemovePost({ id, open, onClose, onRemoved }: RemovePostProps) {
  const { mutate, isPending } = useRemovePost(id)
  const remove = () =>
    mutate(undefined, {
      onSuccess: () => {
        toast(m.composer_deleted(), { type: 'success' })
        onClose()
        onRemoved?.()
      },
    })
  return (
    <Sheet
      open={open}
      onOpenChange={(to) => to || onClose()}
      title={m.composer_delete_title()}
      description={m.composer_delete_text()}
      held={isPending}
      actions={
        <>
          <Button onClick={onClose}>{m.composer_delete_keep()}</Button>
          <Button variant="danger" busy={isPending} onClick={remove}>
            {m.composer_delete()}
          </Button>
        </>
      }
    >
      {null}
    </Sheet>
  )
}
