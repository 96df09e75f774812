/**
 * A frame of a film as a JPEG of at most 1080 px, drawn by the browser: at about one second, later where that is all but
 * black. Null where this browser cannot read the film, or where all of it that was looked at is dark.
 */
export async function drawFrame(file: Blob): Promise<Blob | null> {
  const film = document.createElement('video')
  const address = URL.createObjectURL(file)
  try {
    film.muted = true
    film.playsInline = true
    film.preload = 'auto'
    film.src = address
    await heard(film, 'loadeddata')
    for (const at of momentsOf(film.duration)) {
      film.currentTime = at
      await heard(film, 'seeked')
      const frame = paint(film, mostPixels)
      if (frame !== null && !isDark(pixelsOf(film))) return await jpeg(frame)
    }
    return null
  } catch {
    return null
  } finally {
    film.removeAttribute('src')
    film.load()
    URL.revokeObjectURL(address)
  }
}

/** Where to look, in seconds: first at one, or in the middle of what is shorter; a recording may not know its length. */
export function momentsOf(duration: number): number[] {
  if (!Number.isFinite(duration)) return [1, 3]
  const first = Math.min(1, duration / 2)
  return [first, ...[3, duration / 4, duration / 2].filter((at) => at > first && at < duration)]
}

/** Whether nobody would see anything: RGBA pixels of which hardly one is brighter than the dark of a stage. */
export function isDark(pixels: Uint8ClampedArray): boolean {
  let bright = 0
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const light = 0.2126 * (pixels[at] ?? 0) + 0.7152 * (pixels[at + 1] ?? 0) + 0.0722 * (pixels[at + 2] ?? 0)
    if (light > 32) bright += 1
  }
  return bright * 4 <= pixels.length * 0.02
}

const mostPixels = 1080
const patienceMs = 8_000

function paint(film: HTMLVideoElement, most: number): HTMLCanvasElement | null {
  const { videoWidth: width, videoHeight: height } = film
  if (width === 0 || height === 0) return null
  const scale = Math.min(1, most / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  canvas.getContext('2d')?.drawImage(film, 0, 0, canvas.width, canvas.height)
  return canvas
}

/** The frame as small as it takes to tell dark from bright. */
function pixelsOf(film: HTMLVideoElement): Uint8ClampedArray {
  const small = paint(film, 32)
  return small?.getContext('2d')?.getImageData(0, 0, small.width, small.height).data ?? new Uint8ClampedArray()
}

const jpeg = (canvas: HTMLCanvasElement): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))

/** Waits for what the film says; a film that cannot be read, or keeps silent, is an error. */
function heard(film: HTMLVideoElement, what: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`no ${what}`)), patienceMs)
    const end = () => {
      clearTimeout(late)
      film.removeEventListener(what, said)
      film.removeEventListener('error', failed)
    }
    const said = () => {
      end()
      resolve()
    }
    const failed = () => {
      end()
      reject(new Error('unreadable'))
    }
    film.addEventListener(what, said)
    film.addEventListener('error', failed)
  })
}
