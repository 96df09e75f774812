import type { AvFrameVideoSampleResource } from '@mediabunny/server'
import { VideoSample, type VideoSampleTransformationDescription } from 'mediabunny'
import type { Frame, SoftwareScaleContext } from 'node-av'

/**
 * Scales frames that have to be scaled and nothing else, with one scaler for a whole film. mediabunny makes a graph of
 * filters for each frame, which takes longer than decoding it. Answers null for frames that are also turned, cut out or
 * stretched, which mediabunny does then.
 */
export function frameScaler(
  av: typeof import('node-av'),
  Resource: typeof AvFrameVideoSampleResource,
): (sample: VideoSample, to: VideoSampleTransformationDescription) => Promise<VideoSample | null> {
  let scaler: { context: SoftwareScaleContext; key: string } | null = null
  let last: Promise<unknown> = Promise.resolve()

  return async (sample, to) => {
    const from = frameOf(sample)
    if (from === null || !isOnlyScaled(sample, to) || from.format === av.AV_PIX_FMT_NONE || from.hwFramesCtx)
      return null
    // One scaler works on one frame at a time.
    const scaled = last.then(() => scale(from, to))
    last = scaled.catch(() => undefined)
    const { timestamp, duration } = sample
    return new VideoSample(new Resource(await scaled), { timestamp, duration, rotation: 0 })
  }

  async function scale(from: Frame, { width, height }: { width: number; height: number }): Promise<Frame> {
    const frame = new av.Frame()
    frame.alloc()
    try {
      Object.assign(frame, { format: from.format, width, height })
      av.FFmpegError.throwIfError(frame.allocBuffer(), 'allocBuffer')
      av.FFmpegError.throwIfError(frame.copyProps(from), 'copyProps')
      av.FFmpegError.throwIfError(await scalerFor(from, width, height).scaleFrame(frame, from), 'scaleFrame')
      return frame
    } catch (error) {
      frame.free()
      throw error
    }
  }

  function scalerFor(from: Frame, width: number, height: number): SoftwareScaleContext {
    const key = [from.format, from.width, from.height, width, height].join()
    if (scaler?.key === key) return scaler.context
    scaler?.context.freeContext()
    const context = new av.SoftwareScaleContext()
    const format = from.format as Parameters<typeof context.getContext>[2]
    context.getContext(from.width, from.height, format, width, height, format, av.SWS_BICUBIC)
    scaler = { context, key }
    return context
  }
}

/** The frame of FFmpeg that a sample shows; null where it is none. */
export function frameOf(sample: VideoSample): Frame | null {
  const { _data } = sample as unknown as { _data: { frame?: Frame } | null }
  return _data?.frame ?? null
}

function isOnlyScaled(
  sample: VideoSample,
  { rotation, flip, fit, crop }: VideoSampleTransformationDescription,
): boolean {
  const { codedWidth, codedHeight, squarePixelWidth, squarePixelHeight } = sample
  const isSquare = squarePixelWidth === codedWidth && squarePixelHeight === codedHeight
  const isWhole = crop.left === 0 && crop.top === 0 && crop.width === codedWidth && crop.height === codedHeight
  return rotation === 0 && !flip && fit === 'fill' && isSquare && isWhole
}
