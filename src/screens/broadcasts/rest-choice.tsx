import { useState } from 'react'
import type { Broadcast, TextComparison } from '../../../contract/broadcast-shapes.ts'
import { m } from '../../paraglide/messages.js'
import { useDecideRest } from '../../queries/broadcasts.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx'
import { toastWithUndo } from '../../ui/toast-with-undo.ts'

type RestChoiceProps = { broadcast: Broadcast; comparison: TextComparison }
type Asked = 'first' | 'second' | 'none'

/** Chooses what those get who wait while two texts are compared; nothing is sent or stopped by one press. */
export function RestChoice({ broadcast: { id, content, recipients }, comparison }: RestChoiceProps) {
  const { mutate, mutateAsync, isPending, error, reset } = useDecideRest()
  const [asked, setAsked] = useState<Asked | null>(null)
  const { first, second, rest_at: restAt, winner } = comparison
  const count = (recipients ?? 0) - first.sent - second.sent
  const close = () => setAsked(null)
  const ask = (what: Asked) => {
    reset()
    setAsked(what)
  }
  const confirm = async (send: Asked) => {
    await mutateAsync({ id, send })
    close()
    if (send === 'none') return toast(m.broadcasts_rest_none(), { type: 'success' })
    // Nothing is sent for as long as this stands there.
    const before = restAt === null ? ('wait' as const) : ('better' as const)
    toastWithUndo(m.broadcasts_rest_sent(), () =>
      mutateAsync({ id, send: before }).then(
        () => toast(restAt === null ? m.broadcasts_rest_still() : m.broadcasts_rest_undone(), { type: 'success' }),
        () => undefined,
      ),
    )
  }
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => ask('first')}>
        {m.broadcasts_rest_send_first()}
      </Button>
      <Button variant="ghost" size="sm" onClick={() => ask('second')}>
        {m.broadcasts_rest_send_second()}
      </Button>
      {(restAt === null || winner !== null) && (
        <Button variant="ghost" size="sm" busy={isPending} onClick={() => mutate({ id, send: 'better' })}>
          {m.broadcasts_rest_better()}
        </Button>
      )}
      <Button variant="ghost" size="sm" onClick={() => ask('none')}>
        {m.broadcasts_rest_stop()}
      </Button>
      <ConfirmSheet
        open={asked !== null}
        onClose={close}
        title={asked === 'none' ? m.broadcasts_rest_stop_title() : m.broadcasts_rest_send_title()}
        confirm={asked === 'none' ? m.broadcasts_rest_stop() : m.broadcasts_send_confirm()}
        onConfirm={() => void (asked && confirm(asked).catch(() => undefined))}
        busy={isPending}
        error={error}
        danger={asked === 'none'}
      >
        {asked === 'none' ? (
          m.broadcasts_rest_stop_text({ count })
        ) : (
          <>
            {m.broadcasts_rest_send_text({ count })}
            <span className="mt-3 block whitespace-pre-wrap rounded-control bg-sunken px-3.5 py-2 [overflow-wrap:anywhere]">
              {asked === 'second' ? comparison.second_content : content}
            </span>
          </>
        )}
      </ConfirmSheet>
    </>
  )
}
