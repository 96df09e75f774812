import type { MessageDraft } from '../../../contract/chat-drafts.ts'
import { saveDraft, useDrafts } from '../../stores/drafts.ts'
import { filesKey, filesText, readFiles } from './files.ts'

/**
 * A draft as this browser and the server compare it: of each, this browser remembers under its key what the server had
 * last, and knows by that where it was changed.
 */
const textOf = (key: string): string => useDrafts.getState().texts[key] ?? ''
export const known = (key: string): string => textOf(knownKey(key))
export const saveKnown = (key: string, version: string): void => saveDraft(knownKey(key), version)
const knownKey = (key: string): string => `known ${key}`

type Version = {
  content: string
  ids: readonly string[]
  previewIds: readonly string[]
  price: number | null
  replyId: string | null
}

/** What a draft is compared by; empty without one. */
const versionOf = ({ content, ids, previewIds, price, replyId }: Version): string =>
  content === '' && ids.length === 0 ? '' : JSON.stringify([content, ids, previewIds, price, replyId])

const filesOf = ({ media_ids: ids, preview_ids: previewIds, price, saved_reply_id: replyId }: MessageDraft) => ({
  ids,
  previewIds,
  price,
  replyId,
})

export const versionThere = (draft: MessageDraft | null): string =>
  draft === null ? '' : versionOf({ content: draft.content, ...filesOf(draft) })
export const versionHere = (key: string): string =>
  versionOf({ content: textOf(key).trim(), ...readFiles(textOf(filesKey(key))) })

/** Shows here what the server has. */
export function takeDraft(key: string, draft: MessageDraft | null): void {
  saveDraft(key, draft?.content ?? '')
  saveDraft(filesKey(key), draft ? filesText({ ...filesOf(draft), owned: 0 }) : '')
}

/** What is written here, as the server keeps it. */
export function draftHere(key: string) {
  const { ids, previewIds, price, replyId } = readFiles(textOf(filesKey(key)))
  return {
    content: textOf(key).trim(),
    media_ids: [...ids],
    preview_ids: [...previewIds],
    price,
    saved_reply_id: replyId,
  }
}
