import { Buffer } from 'node:buffer'
import { fromBuffer } from 'yauzl'

/** The files of a zip by their names, as text; fails on an archive that is cut off. */
export function unzip(bytes: Buffer): Promise<Record<string, string>> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error)
      const files: Record<string, string> = {}
      zip.on('entry', (entry) =>
        zip.openReadStream(entry, async (failed, stream) => {
          if (failed) return reject(failed)
          const chunks: Buffer[] = []
          for await (const chunk of stream) chunks.push(chunk as Buffer)
          files[entry.fileName] = Buffer.concat(chunks).toString()
          zip.readEntry()
        }),
      )
      zip.on('end', () => resolve(files)).on('error', reject)
      zip.readEntry()
    })
  })
}
