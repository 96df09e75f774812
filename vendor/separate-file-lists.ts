import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

/**
 * Vite writes into each chunk which files every dynamic import of it needs. For the entry that is every page of the
 * product: 5 KB gzip of names with hashes, which compress badly and which a first visit does not need. They go into a
 * file of their own, and the entry keeps the first name of each (`preload-helper.ts`). The code of `keep` has its list in
 * the entry still: every signed-in page fetches it at once, and would wait for one request more. The name of the entry need not
 * change with the lists: its imports have their hashes in their names, so it is another entry when a list is another.
 */
export function separateFileLists(keep: string): Plugin {
  return {
    name: 'separate-file-lists',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk' || !chunk.isEntry) continue
          const staysInEntry = (file: string) => {
            const named = bundle[file]
            return named?.type === 'chunk' && named.facadeModuleId?.endsWith(keep) === true
          }
          const { code, lists } = separate(chunk.code, staysInEntry)
          if (lists === null) continue
          const source = JSON.stringify(lists)
          const fileName = `assets/file-lists-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.json`
          if (!code.includes(placeholder)) this.error('The entry has file lists, and no helper that reads them.')
          chunk.code = code.replace(placeholder, fileName)
          this.emitFile({ type: 'asset', fileName, source })
        }
      },
    },
  }
}

/** The code without its list, and what each import needs, by the first of its files; null for code without a list. */
export function separate(
  code: string,
  staysInEntry: (file: string) => boolean,
): { code: string; lists: Record<string, string[]> | null } {
  const [header, list] = headerPattern.exec(code) ?? []
  if (header === undefined || list === undefined) return { code, lists: null }
  const names = JSON.parse(list) as string[]
  const lists: Record<string, string[]> = {}
  const shorter = code.replace(header, '').replace(/__vite__mapDeps\((\[[\d,]*\])\)/g, (_, places: string) => {
    const files = (JSON.parse(places) as number[]).map((place) => names[place] ?? '')
    const [first] = files
    if (first === undefined || staysInEntry(first)) return JSON.stringify(files)
    lists[first] = files
    return JSON.stringify(first)
  })
  return { code: shorter, lists }
}

const placeholder = 'assets/file-lists.json'
const headerPattern =
  /const __vite__mapDeps=\(i,m=__vite__mapDeps,d=\(m\.f\|\|\(m\.f=(\[[^\]]*\])\)\)\)=>i\.map\(i=>d\[i\]\);\n?/
