/**
 * What Vite wraps around each dynamic import of the browser's build. A browser keeps a module that failed to load as
 * failed until the page is left, and never asks for it again. So the files of an import are fetched before it: one that
 * does not come fails the import without the browser having tried it as a module, and a later import tries again.
 */
export function __vitePreload<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  return Promise.all(files.map(fetchOnce)).then(load).catch(failed)
}

const fetched = new Map<string, Promise<unknown>>()

/** Files of an import, as `assets/name.js`. */
function fetchOnce(file: string): Promise<unknown> {
  const url = `/${file}`
  const known = fetched.get(url)
  if (known) return known
  const isInPage = document.querySelector(`link[href="${url}"], script[src="${url}"]`) !== null
  const answer = isInPage ? Promise.resolve() : file.endsWith('.css') ? addStyles(url) : fetchFile(url)
  fetched.set(url, answer)
  answer.catch(() => fetched.delete(url))
  return answer
}

/** Into the browser's cache, from which the import then takes it. */
async function fetchFile(url: string): Promise<void> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  await answer.blob()
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
