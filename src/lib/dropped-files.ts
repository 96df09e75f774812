/** Whether a drag brings files, which is all that a page may know before they are dropped. */
export const bringsFiles = (transfer: DataTransfer | null): boolean => transfer?.types.includes('Files') ?? false

/**
 * The files that were dropped or pasted, with those in folders and in folders of these. Of a folder only what may be
 * media is taken, because it also has what its owner does not see. Call it before anything is awaited: a browser forgets
 * what was dropped.
 */
export async function filesOf(transfer: DataTransfer): Promise<File[]> {
  const entries = [...transfer.items].map((it) => it.webkitGetAsEntry?.() ?? null)
  if (!entries.some((it) => it?.isDirectory)) return [...transfer.files]
  return (await Promise.all(entries.map((it) => (it === null ? [] : filesBelow(it, false))))).flat()
}

/** What may be media by its type or, where the browser knows none, by its name. */
export const mayBeMedia = ({ name, type }: File): boolean =>
  !name.startsWith('.') && (/^(?:image|video|audio)\//.test(type) || /\.(?:hei[cf]|avif|mov|m4v|m4a|ogg)$/i.test(name))

async function filesBelow(entry: FileSystemEntry, isInFolder: boolean): Promise<File[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    return !isInFolder || mayBeMedia(file) ? [file] : []
  }
  if (!isDirectory(entry)) return []
  const found: File[] = []
  const reader = entry.createReader()
  // A reader answers a hundred entries at a time, and none at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return found
    for (const it of some) found.push(...(await filesBelow(it, true)))
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
