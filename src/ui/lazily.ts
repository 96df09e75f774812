import { type ComponentType, lazy } from 'react'
import { create } from 'zustand'
import { firstTouch } from '../lib/first-touch.ts'

/**
 * A component whose code is fetched when it is first shown. Code that does not come is asked for again and never throws,
 * so that a lost signal cannot replace the page; what waits for it shows so with `useIsLate`.
 */
export const lazily = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await keepTrying(load) }))

/**
 * The same for what a page needs soon after the first touch, but never before: until then what the server wrote of it
 * stands. The code is fetched with that touch, or with `preload`, and what is loaded is shown at once, without the fallback.
 */
export function lazilyAtTouch<Props>(load: () => Promise<ComponentType<Props>>) {
  let code: { default: ComponentType<Props> } | undefined
  const preload = async () => (code ??= { default: await load() })
  const touched = () => firstTouch.then(preload)
  if (typeof window !== 'undefined') void touched().catch(() => undefined)
  return Object.assign(
    lazy(() => (code ? known(code) : keepTrying(touched))),
    { preload },
  )
}

/** `lazy` renders it without the fallback. After a promise it renders the fallback first, and the page moves. */
// biome-ignore lint/suspicious/noThenProperty: only a `then` that answers synchronously avoids the fallback.
const known = <T>(value: T) => ({ then: (show: (value: T) => void) => show(value) }) as Promise<T>

/** Whether code that is waited for has failed to load at least once. */
export const useIsLate = (): boolean => useLate((it) => it.count > 0)

const useLate = create(() => ({ count: 0 }))

/** Asks again after a pause or, without a signal, when that is back. */
export async function keepTrying<T>(load: () => Promise<T>): Promise<T> {
  for (let failed = 0; ; failed += 1) {
    try {
      const loaded = await load()
      if (failed > 0) useLate.setState(({ count }) => ({ count: count - 1 }))
      return loaded
    } catch (error) {
      if (typeof window === 'undefined') throw error
      if (failed === 0) useLate.setState(({ count }) => ({ count: count + 1 }))
      await pause(failed)
    }
  }
}

const pause = (failed: number): Promise<void> =>
  new Promise((resolve) => {
    if (navigator.onLine) setTimeout(resolve, Math.min(500 * 4 ** failed, 8000))
    else addEventListener('online', () => resolve(), { once: true })
  })
