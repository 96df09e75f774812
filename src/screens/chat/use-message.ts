import { type RefObject, useRef, useState } from 'react'
import type { Message } from '../../../contract/chat.ts'
import type { SavedReply } from '../../../contract/chat-tools.ts'
import { messageLength, namePlaceholder } from '../../../contract/limits.ts'
import type { PrivateMedia } from '../../../contract/media.ts'
import type { PublicProfile } from '../../../contract/users.ts'
import { m } from '../../paraglide/messages.js'
import type { Written } from '../../queries/chat.ts'
import { saveDraft, useDrafts } from '../../stores/drafts.ts'
import { toast } from '../../stores/toasts.ts'
import { useLeaveWarning } from '../../ui/leave-warning.ts'
import { useViewer } from '../frame/viewer-context.ts'
import { useAttachedDraft } from './use-attached-draft.ts'
import { type FanPicture, useFanPictures } from './use-fan-pictures.ts'
import { useWritingRules } from './use-writing-rules.ts'

export type MessageOptions = {
  user: PublicProfile
  /** Whether a fan may send this creator pictures and voice notes; a creator sends from the vault. */
  maySendMedia: boolean
  replyTo: Message | null
  onReplyEnd: () => void
  onSend: (written: Written) => void
}

/** The message that is being written: its text, which is the stored draft, its media, and how to send it. */
export function useMessage(
  { user, maySendMedia, replyTo, onReplyEnd, onSend }: MessageOptions,
  field: RefObject<HTMLTextAreaElement | null>,
) {
  const text = useDrafts((it) => it.texts[user.id] ?? '')
  const { files, attached, attach, attachReply, dropReply, clear } = useAttachedDraft(user.id)
  const isCreator = useViewer()?.is_creator === true
  const fanPictures = useFanPictures(user.id)
  // Once the creator takes none, those that were chosen go nowhere.
  const pictures = maySendMedia && !isCreator ? fanPictures.pictures : none
  const waits = pictures.some((it) => it.mediaId === null)
  useLeaveWarning(pictures.length > 0 && fanPictures.isUploading)
  const sendTyping = useSendTyping(user.id)
  const content = text.trim()
  const isEmpty = content === '' && files.ids.length === 0 && pictures.length === 0
  const quoted = replyTo && { id: replyTo.id, content: replyTo.content.slice(0, 200), sender_id: replyTo.sender.id }
  const { word, asksAbove } = useWritingRules(content, files.price)
  const [isConfirming, setIsConfirming] = useState(false)
  const send = ({ isConfirmed = false } = {}) => {
    if (isEmpty || waits || word !== null) return
    setIsConfirming(asksAbove !== null && !isConfirmed)
    if (asksAbove !== null && !isConfirmed) return
    const { previewIds, price, replyId } = files
    const ids = [...files.ids, ...pictures.flatMap(({ mediaId }) => mediaId ?? [])]
    const media = ids.map((id) => ({ id }))
    onSend({
      content,
      replyTo: quoted,
      media,
      previewIds,
      price,
      ...(isConfirmed && { priceConfirmed: true }),
      ...(replyId !== null && { savedReplyId: replyId }),
    })
    saveDraft(user.id, '')
    clear()
    fanPictures.clear()
    onReplyEnd()
    sendTyping(false)
    field.current?.focus()
  }
  const sendVoice = (media: PrivateMedia) => {
    onSend({ content: '', replyTo: quoted, media: [media], previewIds: [], price: null })
    onReplyEnd()
  }
  const write = (written: string) => {
    saveDraft(user.id, written)
    if (written.trim() === '' && files.ids.length === 0) dropReply()
    sendTyping(written.trim() !== '')
  }
  /** Puts a saved reply into the message as if all of it was chosen by hand. */
  const take = (reply: SavedReply, before: string) => {
    const name = user.display_name ?? user.username ?? ''
    const words = reply.content.replaceAll(namePlaceholder, name)
    saveDraft(user.id, [before, words].filter(Boolean).join(' ').slice(0, messageLength))
    attachReply(reply)
    if (reply.missing > 0) toast(m.chat_reply_missing({ count: reply.missing }))
    requestAnimationFrame(() => field.current?.focus())
  }
  const begin = (reply: SavedReply) => take(reply, '')
  const add = (reply: SavedReply) => take(reply, text)
  const onlyFor = isCreator ? null : user.id
  const mayRecord = isCreator || maySendMedia
  const asks = { isOpen: isConfirming, above: asksAbove, close: () => setIsConfirming(false) }
  const shown = { text, files, attached, pictures, isEmpty, waits, word, asks, onlyFor, mayRecord }
  return { ...shown, isCreator, fanPictures, attach, send, sendVoice, write, begin, add, sendTyping }
}
const none: readonly FanPicture[] = []

/** Sends that the viewer is typing, every few seconds while they type, and once when they stop. */
function useSendTyping(userId: string): (isTyping: boolean) => void {
  const lastSentAt = useRef(0)
  return (isTyping) => {
    const now = Date.now()
    if (isTyping ? now - lastSentAt.current < againMs : lastSentAt.current === 0) return
    lastSentAt.current = isTyping ? now : 0
    void import('../../live/live.ts').then(({ send }) =>
      send({ type: 'typing', receiver_id: userId, is_typing: isTyping }),
    )
  }
}
const againMs = 3_000
