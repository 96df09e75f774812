import { createServer, type Server } from 'node:http'

/** One endpoint to try, with a body that its owner could send, and the encodings that forms use for it. */
export type Target = { url: string; method: string; body: Record<string, unknown>; forms: readonly string[] }
export const everyForm = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']

/** Another site: an empty page that may do whatever a page may do. */
export async function startAttacker(port: number): Promise<Server> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<!doctype html><title>Win a prize</title><body>')
  })
  await new Promise<void>((resolve) => server.listen(port, resolve))
  return server
}

/**
 * Runs inside a page of the other site: tries one endpoint with fetch (every mode and content type, with credentials),
 * forms of the given encodings, an image, a beacon and a frame. Answers how many responses were readable, which must be
 * none.
 */
export async function attack({ url, method, body, forms }: Target): Promise<number> {
  const json = JSON.stringify(body)
  const form = new URLSearchParams(Object.entries(body).map(([name, value]) => [name, String(value)]))
  const multipart = new FormData()
  for (const [name, value] of form) multipart.append(name, value)
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const bodies: [string | null, BodyInit | undefined][] = hasBody
    ? [
        ['application/json', json],
        ['text/plain', json],
        ['application/x-www-form-urlencoded', form.toString()],
        [null, multipart],
        [null, new Blob([json])],
      ]
    : [[null, undefined]]
  const tries: Promise<boolean>[] = []
  for (const [type, content] of bodies) {
    // Without CORS a browser sends no other method than these.
    for (const [as, mode] of [[method, 'cors'] as const, [hasBody ? 'POST' : method, 'no-cors'] as const]) {
      const init: RequestInit = { method: as, mode, credentials: 'include', redirect: 'follow', keepalive: false }
      if (content !== undefined) init.body = content
      if (type !== null) init.headers = { 'content-type': type }
      tries.push(
        fetch(url, init).then(
          (answer) => answer.type !== 'opaque' && answer.type !== 'opaqueredirect',
          () => false,
        ),
      )
    }
  }
  const loadedOrFailed = (element: HTMLElement) =>
    new Promise<boolean>((resolve) => {
      element.addEventListener('load', () => resolve(false))
      element.addEventListener('error', () => resolve(false))
      setTimeout(() => resolve(false), 4_000)
    })
  const image = new Image()
  tries.push(loadedOrFailed(image))
  image.src = url
  if (hasBody) {
    navigator.sendBeacon(url, new Blob([json], { type: 'text/plain' }))
    for (const encoding of forms) {
      const frame = Object.assign(document.createElement('iframe'), { name: `f${Math.random()}` })
      document.body.append(frame)
      const element = Object.assign(document.createElement('form'), {
        action: url,
        method: 'post',
        enctype: encoding,
        target: frame.name,
      })
      // With text/plain a form can encode JSON: `{"a":1,"x":"=y"}`.
      const fields =
        encoding === 'text/plain' ? [[`${json.slice(0, -1)}${json === '{}' ? '' : ','}"x":"`, '"}']] : [...form]
      for (const [name = '', value = ''] of fields)
        element.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
      document.body.append(element)
      // The blank page of the frame loads first.
      const loaded = loadedOrFailed(frame)
      element.submit()
      tries.push(loaded.finally(() => frame.remove()))
      element.remove()
    }
  }
  const read = await Promise.all(tries)
  return read.filter(Boolean).length
}
