import { fetchBytes } from '../../lib/fetch-bytes.ts'

/** Fetches the archive of everything and hands it to the browser as a file; a refusal is thrown. */
export async function downloadExport(): Promise<void> {
  const answer = await fetchBytes('/api/account/export')
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'fanfare.zip'
  const url = URL.createObjectURL(await answer.blob())
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
