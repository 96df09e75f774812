import type { LastMessageType } from '../../../contract/chat.ts'
import { m } from '../../paraglide/messages.js'

/** What was last in a conversation, also when it was no text. */
export function lastMessageLabel(of: {
  last_message: string | null
  last_message_type: LastMessageType | null
}): string {
  const kinds = {
    tip: m.chat_last_tip,
    image: m.chat_last_image,
    video: m.chat_last_video,
    audio: m.chat_last_audio,
    none: () => null,
  }
  // An answer that a browser keeps from the version before has null.
  const kind = kinds[of.last_message_type ?? 'none']()
  if (of.last_message === null && kind === null) return m.chat_deleted()
  return [kind, of.last_message].filter(Boolean).join(' · ')
}
