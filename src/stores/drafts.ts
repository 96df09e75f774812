import { create } from 'zustand'

/** What is written and not sent yet, per conversation; kept in this browser under the one who wrote it. */
export const useDrafts = create<{ owner: string | null; texts: Readonly<Record<string, string>> }>(() => ({
  owner: null,
  texts: {},
}))

/** Takes up the drafts of a user, and what was typed before anybody knew whose it is. */
export function openDrafts(owner: string): void {
  const { owner: before, texts } = useDrafts.getState()
  if (before === owner) return
  useDrafts.setState({ owner, texts: read(owner) })
  if (before !== null) return
  for (const [key, typed] of Object.entries(texts)) saveDraft(key, joined(useDrafts.getState().texts[key], typed))
}

/** Neither the kept words nor the typed ones are lost; a browser that fills a field in again types what was kept. */
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
    // A full or closed storage keeps drafts for this tab alone.
  }
}

/** Forgets what anybody wrote here: who signs out leaves no unsent words to whoever uses the computer next. */
export function dropDrafts(): void {
  useDrafts.setState({ owner: null, texts: {} })
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
  } catch {
    // Nothing is kept where there is no storage.
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
