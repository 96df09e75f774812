import { registerVideoSampleTransformer } from 'mediabunny'
import { frameScaler } from './film-scaler.ts'

/**
 * Gives mediabunny FFmpeg's codecs; answers false where an installation has left them out for their 170 MB. mediabunny lets
 * x264 use its slowest sensible preset, 40 frames of foresight and a thread for every core: a film of 1080p took 745 MB
 * and 37 s for 20 s. With these settings it is 431 MB and 17 s at the same number of bits, on two busy cores. Each thread
 * of a decoder holds frames of its own: with two of them a marked size of 1080p takes 505 MB.
 */
export async function registerCodecs(isLarge: boolean, decoderThreads = 1): Promise<boolean> {
  try {
    const { AvFrameVideoSampleResource, registerMediabunnyServer } = await import('@mediabunny/server')
    const av = await import('node-av')
    const { AV_LOG_QUIET, CodecContext, Log } = av
    Log.setLevel(AV_LOG_QUIET)
    const { open2 } = CodecContext.prototype
    CodecContext.prototype.open2 = function (codec, options) {
      // Encoders are opened without naming their codec again.
      const isEncoder = codec === undefined
      this.threadCount = isEncoder ? 2 : decoderThreads
      if (isEncoder && this.width > 0) {
        this.setOption('preset', isLarge ? 'superfast' : 'veryfast')
        this.setOption('rc-lookahead', '6')
      }
      return open2.call(this, codec, options)
    }
    // Of those who could do it the first one is asked first.
    registerVideoSampleTransformer(frameScaler(av, AvFrameVideoSampleResource))
    registerMediabunnyServer()
    return true
  } catch {
    return false
  }
}
