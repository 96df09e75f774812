/**
 * A frame of a video as a JPEG of at most 1080 px, drawn by the browser: at about one second, or later where that is
 * almost black. Null where this browser cannot read the video, or where every frame it looked at is dark.
 */
export async function drawFrame(file: Blob): Promise<Blob | null> {
  const video = document.createElement('video')
  const url = URL.createObjectURL(file)
  try {
    video.muted = true
    video.playsInline = true
    video.preload = 'auto'
    video.src = url
    await eventOf(video, 'loadeddata')
    for (const seconds of framePositions(video.duration)) {
      video.currentTime = seconds
      await eventOf(video, 'seeked')
      const frame = paint(video, longestSide)
      if (frame !== null && !isDark(samplePixels(video))) return await toJpeg(frame)
    }
    return null
  } catch {
    return null
  } finally {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(url)
  }
}

/** Where to look, in seconds: first at one, or in the middle of a shorter video; a recording may not know its length. */
export function framePositions(duration: number): number[] {
  if (!Number.isFinite(duration)) return [1, 3]
  const first = Math.min(1, duration / 2)
  return [first, ...[3, duration / 4, duration / 2].filter((seconds) => seconds > first && seconds < duration)]
}

/** Whether RGBA pixels show next to nothing: fewer than 2 % of them are brighter than a dark stage. */
export function isDark(pixels: Uint8ClampedArray): boolean {
  let bright = 0
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const light = 0.2126 * (pixels[at] ?? 0) + 0.7152 * (pixels[at + 1] ?? 0) + 0.0722 * (pixels[at + 2] ?? 0)
    if (light > 32) bright += 1
  }
  return bright * 4 <= pixels.length * 0.02
}

const longestSide = 1080
/** A slow phone that sends the film at the same time decodes it late. */
const timeoutMs = 20_000

function paint(video: HTMLVideoElement, longest: number): HTMLCanvasElement | null {
  const { videoWidth: width, videoHeight: height } = video
  if (width === 0 || height === 0) return null
  const scale = Math.min(1, longest / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  return canvas
}

/** The frame in 32 px, enough to tell dark from bright. */
function samplePixels(video: HTMLVideoElement): Uint8ClampedArray {
  const small = paint(video, 32)
  return small?.getContext('2d')?.getImageData(0, 0, small.width, small.height).data ?? new Uint8ClampedArray()
}

const toJpeg = (canvas: HTMLCanvasElement): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))

/** Waits for an event; fails when the video cannot be read, or after 8 s. */
function eventOf(video: HTMLVideoElement, name: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no ${name}`)), timeoutMs)
    const settle = (finish: () => void) => () => {
      clearTimeout(timer)
      video.removeEventListener(name, onEvent)
      video.removeEventListener('error', onError)
      finish()
    }
    const onEvent = settle(resolve)
    const onError = settle(() => reject(new Error('unreadable')))
    video.addEventListener(name, onEvent)
    video.addEventListener('error', onError)
  })
}
