/**
 * Gives mediabunny FFmpeg's codecs; answers false where an installation has left them out for their 170 MB. mediabunny lets
 * x264 use its slowest sensible preset, 40 frames of foresight and a thread for every core: a film of 1080p took 745 MB
 * and 37 s for 20 s. With these settings it is 431 MB and 17 s at the same number of bits, on two busy cores.
 */
export async function registerCodecs(isLarge: boolean): Promise<boolean> {
  try {
    const { registerMediabunnyServer } = await import('@mediabunny/server')
    const { AV_LOG_QUIET, CodecContext, Log } = await import('node-av')
    Log.setLevel(AV_LOG_QUIET)
    const { open2 } = CodecContext.prototype
    CodecContext.prototype.open2 = function (codec, options) {
      // Encoders are opened without naming their codec again.
      const isEncoder = codec === undefined
      this.threadCount = isEncoder ? 2 : 1
      if (isEncoder && this.width > 0) {
        this.setOption('preset', isLarge ? 'superfast' : 'veryfast')
        this.setOption('rc-lookahead', '6')
      }
      return open2.call(this, codec, options)
    }
    registerMediabunnyServer()
    return true
  } catch {
    return false
  }
}
