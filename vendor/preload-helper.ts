/**
 * What Vite wraps around each dynamic import of the browser's build. A browser keeps a module that failed to load as
 * failed until the page is left, and never asks for it again. So the files of an import are fetched before it: one that
 * does not come fails the import without the browser having tried it as a module, and a later import tries again.
 *
 * `files` are those files, as `assets/name.js`, or the first alone: the others are then in the file of
 * `separate-file-lists.ts`, which is fetched with the first import of a file that the page does not name already.
 */
export function __vitePreload<T>(load: () => Promise<T>, files: readonly string[] | string = []): Promise<T> {
  return fetchAll(files).then(load).catch(failed)
}

/** Replaced by the build (`separate-file-lists.ts`). */
const fileLists = 'assets/file-lists.json'

async function fetchAll(files: readonly string[] | string): Promise<unknown> {
  if (typeof files !== 'string') return Promise.all(files.map(fetchOnce))
  // A page that was rendered with this file names the files that it needs as well.
  if (isInPage(`/${files}`)) return undefined
  const lists = await fetchOnce<Record<string, string[]>>(fileLists)
  return fetchAll(lists[files] ?? [files])
}

const fetched = new Map<string, Promise<unknown>>()

/** Fetches a file, as `assets/name.js`; answers the content of a list of files. */
function fetchOnce<T>(file: string): Promise<T> {
  const url = `/${file}`
  const known = fetched.get(url)
  if (known) return known as Promise<T>
  const answer = isInPage(url) ? Promise.resolve() : file.endsWith('.css') ? addStyles(url) : fetchFile(url)
  fetched.set(url, answer)
  answer.catch(() => fetched.delete(url))
  return answer as Promise<T>
}

const isInPage = (url: string) => document.querySelector(`link[href="${url}"], script[src="${url}"]`) !== null

/** Into the browser's cache, from which the import then takes it. */
async function fetchFile(url: string): Promise<unknown> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return url.endsWith('.json') ? answer.json() : answer.blob()
}

function addStyles(href: string): Promise<unknown> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href })
  return new Promise((resolve, reject) => {
    link.onload = resolve
    link.onerror = () => {
      link.remove()
      reject(new Error(`${href} did not load`))
    }
    document.head.append(link)
  })
}

/** As Vite says it, for `src/lib/new-build.ts`. */
function failed(error: unknown): never {
  dispatchEvent(Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: error }))
  throw error
}
