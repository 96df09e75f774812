import type { LastMessageType, Message } from '../../contract/chat.ts'

/** What a message is besides its words, as a conversation says of its last one (spec §3). */
export function lastMessageType({ type, media: [first] }: Pick<Message, 'type' | 'media'>): LastMessageType {
  if (type === 'tip') return 'tip'
  return first ? kinds[first.type] : 'none'
}

const kinds = { IMAGE: 'image', VIDEO: 'video', SOUND: 'audio' } as const
