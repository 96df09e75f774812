import { hashKey, type InfiniteData, type Query, type QueryClient } from '@tanstack/react-query'
import { clearStored, readStored, type StoredAnswer, writeStored } from '../lib/answer-store.ts'
import { RefusalError } from '../lib/refusal.ts'
import { storedOwnerKey } from '../lib/storage-keys.ts'
import { connectionLost } from '../stores/offline.ts'
import { sessionKeys } from './session.ts'

/**
 * Keeps what one account sees for a time without a connection: the last feeds, conversations and lists, one page of each
 * (docs/decisions/offline.md). Returns how to stop.
 */
export function keepAnswers(queryClient: QueryClient, owner: string): () => void {
  const cache = queryClient.getQueryCache()
  const changed = new Map<string, Query>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    const queries = [...changed.values()]
    changed.clear()
    void writeAll(owner, queries).catch(() => undefined)
  }
  const note = (query: Query) => {
    if (!isStored(query.queryKey)) return
    changed.set(query.queryHash, query)
    timer ??= setTimeout(write, pauseMs)
  }
  const unsubscribe = cache.subscribe((event) => {
    if (event.type === 'updated' && (event.action.type === 'success' || event.action.type === 'error'))
      note(event.query)
  })
  cache.getAll().forEach(note)
  const leave = () => changed.size > 0 && write()
  addEventListener('pagehide', leave)
  document.addEventListener('visibilitychange', leave)
  return () => {
    unsubscribe()
    clearTimeout(timer)
    removeEventListener('pagehide', leave)
    document.removeEventListener('visibilitychange', leave)
  }
}

/**
 * Makes this account the one for which is kept; what was kept for another is deleted first. Aborted, it keeps nothing: the
 * person may sign out before this code has come.
 */
export async function openStored(owner: string, signal: AbortSignal): Promise<void> {
  const before = localStorage.getItem(storedOwnerKey)
  if (before !== null && before !== owner) await dropStored()
  if (!signal.aborted) localStorage.setItem(storedOwnerKey, owner)
}

/** Shows what is kept, as old as it is: without a connection it is all there is. */
export async function restoreStored(queryClient: QueryClient): Promise<void> {
  try {
    const owner = localStorage.getItem(storedOwnerKey)
    const answers = owner === null ? [] : await readStored(owner)
    if (!answers.some(({ hash }) => hash === hashKey(sessionKeys.profile))) return connectionLost()
    for (const { key, data, at } of answers) queryClient.setQueryData(key, data, { updatedAt: at })
    connectionLost(Math.max(...answers.map(({ at }) => at)))
  } catch {
    // Without storage nothing is kept.
    connectionLost()
  }
}

/** Deletes what is kept for time without a connection, of every account, and the files and the empty page for it. */
export async function dropStored(): Promise<void> {
  try {
    localStorage.removeItem(storedOwnerKey)
    navigator.serviceWorker?.controller?.postMessage('clear')
    await clearStored()
  } catch {
    // Without storage nothing is kept.
  }
}

/** Another tab may have signed out meanwhile: then nothing is written, and what just was is deleted. */
async function writeAll(owner: string, queries: readonly Query[]): Promise<void> {
  if (localStorage.getItem(storedOwnerKey) !== owner) return
  const gone = queries.filter(isRefused).map((it): [string, string] => [owner, it.queryHash])
  const answers = queries.filter((it) => !isRefused(it) && it.state.data != null).map((it) => storedOf(owner, it))
  await writeStored(answers, gone)
  if (localStorage.getItem(storedOwnerKey) !== owner) await clearStored()
}

const storedOf = (owner: string, { queryHash, queryKey, state }: Query): StoredAnswer => ({
  owner,
  hash: queryHash,
  key: queryKey,
  data: isPaged(state.data) ? firstPage(state.data) : state.data,
  at: state.dataUpdatedAt,
})

/** What this account may not see any more is not kept either. */
const isRefused = ({ state: { error } }: Query): boolean =>
  error instanceof RefusalError && error.status >= 400 && error.status < 500

const isPaged = (data: unknown): data is InfiniteData<unknown> =>
  typeof data === 'object' && data !== null && 'pages' in data && 'pageParams' in data

const firstPage = ({ pages, pageParams }: InfiniteData<unknown>) => ({
  pages: pages.slice(0, 1),
  pageParams: pageParams.slice(0, 1),
})

/** Feeds, profiles, bookmarks and own drafts; conversations; the library; notifications. No money, no settings. */
function isStored([first, second, third, fourth]: readonly unknown[]): boolean {
  if (first === 'session') return second === 'profile'
  if (first === 'posts') return second === 'list' && typeof third === 'string' && lists.has(third)
  if (first === 'chat') {
    if (second === 'conversations') return !(third as { search?: string } | undefined)?.search
    // Not what was searched, nor the messages around a place that one has gone to.
    return second !== 'found' && fourth === undefined
  }
  if (first === 'users') return third === undefined && second !== 'featured list'
  if (first === 'requests') return second === 'with'
  return first === 'unlocked' || first === 'notifications'
}

const lists = new Set(['feed', 'of', 'bookmarks', 'unpublished'])

/** Many answers of one moment are one transaction. */
const pauseMs = 1_000
