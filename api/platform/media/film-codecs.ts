import { registerVideoSampleTransformer } from 'mediabunny'
import { frameScaler } from './film-scaler.ts'
import { limitFramesInFlight } from './frames-in-flight.ts'

/**
 * Gives mediabunny FFmpeg's codecs; answers false where an installation has left them out for their 170 MB. mediabunny lets
 * x264 use its slowest sensible preset, 40 frames of foresight and a thread for every core: a film of 1080p took 745 MB
 * and 37 s for 20 s. With these settings it is 431 MB and 17 s at the same number of bits, on two busy cores. Each thread
 * of a codec holds frames of its own: a large film is decoded by one, and the threads that encode a large size share the
 * frame that they work on, 377 instead of 520 MB for 1080p.
 *
 * `side` is the shorter side of the size that is made, 0 where none is. What 480 lines take is what a fan waits for: with
 * `superfast` it is 11.9 instead of 14.8 s of a core for 20 s of 1080p, and 0.4 dB are lost at the same number of bits. In
 * the small sizes the edges of blocks are smoothed only in frames that others are built on: 1 s of a core less, 2 s of HEVC.
 */
export async function registerCodecs(side = 0): Promise<boolean> {
  const isSmall = side > 0 && side < 720
  try {
    const { AvFrameVideoSampleResource, registerMediabunnyServer } = await import('@mediabunny/server')
    const av = await import('node-av')
    const { AV_LOG_QUIET, CodecContext, Log } = av
    Log.setLevel(AV_LOG_QUIET)
    const { open2 } = CodecContext.prototype
    CodecContext.prototype.open2 = function (codec, options) {
      // Encoders are opened without naming their codec again.
      const isEncoder = codec === undefined
      this.threadCount = isEncoder || (isSmall && this.width * this.height <= 1920 * 1088) ? 2 : 1
      if (!isEncoder && isSmall) this.setOption('skip_loop_filter', 'noref')
      if (isEncoder && this.width > 0) {
        this.setOption('preset', side === 480 || side >= 1080 ? 'superfast' : 'veryfast')
        this.setOption('rc-lookahead', '6')
        if (side >= 720) this.setOption('x264-params', 'sliced-threads=1')
      }
      return open2.call(this, codec, options)
    }
    if (side > 0) limitFramesInFlight(av)
    // Of those who could do it the first one is asked first.
    registerVideoSampleTransformer(frameScaler(av, AvFrameVideoSampleResource))
    // Looking for a graphics card takes a third of a second and 50 MB.
    registerMediabunnyServer({ hardwareContext: null })
    return true
  } catch {
    return false
  }
}
