/** The text of a caption file: UTF-8, or what older programs on Windows write. */
export async function decodeFile(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const start = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength)).join(' ')
    return new TextDecoder(start === '255 254' ? 'utf-16le' : 'windows-1252').decode(bytes)
  }
}
