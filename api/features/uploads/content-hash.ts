import { createHash } from 'node:crypto'
import { contentHashBlock } from '../../../contract/content-hash.ts'

/** Computes the content hash of what passes through it (`contract/content-hash.ts`). */
export function openContentHash(): { add(bytes: Uint8Array): void; digest(): string } {
  const blocks = createHash('sha256')
  let block = createHash('sha256')
  let held = 0
  return {
    add: (bytes) => {
      let rest = bytes
      while (held + rest.byteLength >= contentHashBlock) {
        const fits = contentHashBlock - held
        blocks.update(block.update(rest.subarray(0, fits)).digest())
        block = createHash('sha256')
        held = 0
        rest = rest.subarray(fits)
      }
      block.update(rest)
      held += rest.byteLength
    },
    digest: () => {
      if (held > 0) blocks.update(block.digest())
      return blocks.digest('hex')
    },
  }
}
