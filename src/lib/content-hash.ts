import { contentHashBlock } from '../../contract/content-hash.ts'

/**
 * The content hash of a file, with one block of it in memory at a time; null where the browser cannot compute it, which is
 * so on pages without HTTPS.
 */
export async function contentHashOf(file: Blob, signal?: AbortSignal): Promise<string | null> {
  const { subtle } = globalThis.crypto ?? {}
  if (subtle === undefined) return null
  const digests: Uint8Array[] = []
  for (let at = 0; at < file.size; at += contentHashBlock) {
    signal?.throwIfAborted()
    const block = await file.slice(at, at + contentHashBlock).arrayBuffer()
    digests.push(new Uint8Array(await subtle.digest('SHA-256', block)))
  }
  const all = new Uint8Array(digests.length * 32)
  for (const [at, digest] of digests.entries()) all.set(digest, at * 32)
  return toHex(new Uint8Array(await subtle.digest('SHA-256', all)))
}

const toHex = (bytes: Uint8Array): string => Array.from(bytes, (it) => it.toString(16).padStart(2, '0')).join('')
