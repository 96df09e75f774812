import { vi } from 'vitest'

/**
 * Stands in for the connection that uploads are sent over: every request waits until the test answers it. A creation
 * (`POST`), a part (`PATCH`) and a deletion (`DELETE`) are what tus sends.
 */
export function stubUploads(): UploadRequest[] {
  const requests: UploadRequest[] = []
  class Waiting extends UploadRequest {
    override send(body: Blob | null) {
      super.send(body)
      requests.push(this)
    }
  }
  vi.stubGlobal('XMLHttpRequest', Waiting)
  return requests
}

/** One request, with what a test does to it. */
export class UploadRequest {
  method = ''
  url = ''
  status = 0
  responseText = ''
  isAborted = false
  size = 0
  upload: { onprogress?: (event: { lengthComputable: boolean; loaded: number }) => void } = {}
  onload?: () => void
  onerror?: (event: Event) => void
  private sent = new Headers()
  private received = new Headers()

  open(method: string, url: string) {
    this.method = method
    this.url = url
  }
  setRequestHeader(name: string, value: string) {
    this.sent.set(name, value)
  }
  getResponseHeader(name: string) {
    return this.received.get(name)
  }
  send(body: Blob | null) {
    this.size = body?.size ?? 0
  }
  abort() {
    this.isAborted = true
  }

  /** The name of the file that a creation is about. */
  get fileName(): string {
    const encoded = /filename ([^,]+)/.exec(this.metadata)?.[1] ?? ''
    return atob(encoded)
  }
  /** What a creation says of its file, as it is sent. */
  get metadata(): string {
    return this.sent.get('upload-metadata') ?? ''
  }
  /** So many bytes of the body have left. */
  progress(loaded: number) {
    this.upload.onprogress?.({ lengthComputable: true, loaded })
  }
  answer(status: number, headers: Record<string, string> = {}) {
    this.status = status
    this.received = new Headers(headers)
    this.onload?.()
  }
  /** The connection breaks. */
  break() {
    this.onerror?.(new ProgressEvent('error'))
  }
}
