import type { RefusalBody } from '../../../contract/refusals.ts'
import { RefusalError } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'

/** Fetches the archive of everything and hands it to the browser as a file; a refusal is thrown. */
export async function downloadExport(): Promise<void> {
  const answer = await fetch('/api/account/export')
  if (!answer.ok) {
    const body = (await answer.json().catch(() => null)) as RefusalBody | null
    throw new RefusalError({
      ...(body ?? { error: 'unavailable', message: m.refusal_unavailable() }),
      status: answer.status,
    })
  }
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'fanfare.zip'
  const url = URL.createObjectURL(await answer.blob())
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
