import { fetchBytes } from './fetch-bytes.ts'

/** Fetches a file and hands it to the browser under its own name, or this one; a refusal is thrown. */
export async function saveAnswer(path: string, otherwise: string): Promise<void> {
  const answer = await fetchBytes(path)
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? otherwise
  const url = URL.createObjectURL(await answer.blob())
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
