import { create } from 'zustand'

/** Unsent text per conversation; stored in this browser under its author. */
export const useDrafts = create<{ owner: string | null; texts: Readonly<Record<string, string>> }>(() => ({
  owner: null,
  texts: {},
}))

/** Loads the drafts of a user and adds what was typed before the user was known. */
export function openDrafts(owner: string): void {
  const { owner: before, texts } = useDrafts.getState()
  if (before === owner) return
  useDrafts.setState({ owner, texts: read(owner) })
  if (before !== null) return
  for (const [key, typed] of Object.entries(texts)) saveDraft(key, joined(useDrafts.getState().texts[key], typed))
}

/** Neither the stored text nor the typed one is lost; a browser that restores a field types the stored text again. */
function joined(saved: string | undefined, typed: string): string {
  if (saved === undefined || typed.startsWith(saved)) return typed
  return saved.startsWith(typed) ? saved : `${saved}\n${typed}`
}

export function saveDraft(userId: string, text: string): void {
  const { owner, texts } = useDrafts.getState()
  const { [userId]: _, ...rest } = texts
  const saved = text === '' ? rest : { ...rest, [userId]: text }
  useDrafts.setState({ texts: saved })
  if (owner === null) return
  try {
    localStorage.setItem(keyOf(owner), JSON.stringify(saved))
  } catch {
    // With a full or closed storage, drafts live in this tab only.
  }
}

/** Deletes the drafts of one author: of the creator for whom an operator may no longer write. */
export function dropDraftsOf(author: string): void {
  if (useDrafts.getState().owner === author) useDrafts.setState({ texts: {} })
  try {
    localStorage.removeItem(keyOf(author))
  } catch {
    // Without storage there is nothing to delete.
  }
}

/** Deletes the drafts of all users: a sign-out leaves no unsent text to the next user of the computer. */
export function dropDrafts(): void {
  useDrafts.setState({ owner: null, texts: {} })
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
  } catch {
    // Without storage there is nothing to delete.
  }
}

const prefix = 'chat_drafts:'
const keyOf = (owner: string) => prefix + owner

function read(owner: string): Record<string, string> {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(keyOf(owner)) ?? '{}')
    if (typeof saved !== 'object' || saved === null) return {}
    return Object.fromEntries(Object.entries(saved).filter((it): it is [string, string] => typeof it[1] === 'string'))
  } catch {
    return {}
  }
}
