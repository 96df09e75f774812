import { chunkReloadGuardMs } from '../../contract/limits.ts'

/**
 * Whether another build is served than the one that the page came with, which has `ownFile`; no when there is no answer.
 */
export async function hasNewBuild(ownFile: string = new URL(import.meta.url).pathname): Promise<boolean> {
  try {
    const answer = await fetch('/build.json', { cache: 'no-store' })
    const files: unknown = answer.ok ? await answer.json() : null
    return Array.isArray(files) && !files.includes(ownFile)
  } catch {
    return false
  }
}

/**
 * Loads the page again when one of its files is gone because another build is served, at most once in ten seconds (spec
 * §9). A file that a lost signal has held back is left to who asked for it. Returns how to stop.
 */
export function reloadForNewBuild(reload: () => void = () => location.reload()): () => void {
  const missing = async () => {
    const last = Number(sessionStorage.getItem(reloadedAtKey))
    if (Math.abs(Date.now() - last) < chunkReloadGuardMs || !(await hasNewBuild())) return
    sessionStorage.setItem(reloadedAtKey, String(Date.now()))
    reload()
  }
  const listen = () => void missing()
  addEventListener('vite:preloadError', listen)
  return () => removeEventListener('vite:preloadError', listen)
}

const reloadedAtKey = 'build_reloaded_at'
