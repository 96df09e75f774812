import { coinsText } from '../../lib/money.ts'
import { m } from '../../paraglide/messages.js'
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx'
import type { useMessage } from './use-message.ts'

type PricedMessage = Pick<ReturnType<typeof useMessage>, 'asks' | 'files'> & {
  send: (options: { isConfirmed: boolean }) => void
}

/** The question that an agency wants asked before a dear message goes out (product §82). */
export function SecondYes({ message: { asks, files, send } }: { message: PricedMessage }) {
  const price = coinsText(files.price ?? 0)
  return (
    <ConfirmSheet
      open={asks.isOpen}
      onClose={asks.close}
      title={m.chat_second_yes_title({ price })}
      confirm={m.chat_second_yes_send({ price })}
      onConfirm={() => send({ isConfirmed: true })}
      busy={false}
      danger={false}
    >
      {m.chat_second_yes_text({ limit: coinsText(asks.above ?? 0) })}
    </ConfirmSheet>
  )
}
