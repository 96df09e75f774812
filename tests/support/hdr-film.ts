import { registerMediabunnyServer } from '@mediabunny/server'
import { FilePathTarget, Mp4OutputFormat, Output, VideoSample, VideoSampleSource } from 'mediabunny'
import * as av from 'node-av'

/** A screen's white as each system of HDR writes it: 203 cd/m² in PQ, three quarters of the signal in HLG. */
const white = { pq: 572, hlg: 721 } as const

/** Writes a second of even white as HEVC in 10 bits of BT.2020 to `path`, as a phone films it. */
export async function writeHdrFilm(path: string, system: keyof typeof white): Promise<void> {
  av.Log.setLevel(av.AV_LOG_QUIET)
  registerMediabunnyServer()
  const restore = encodeInTenBits(system)
  try {
    const output = new Output({ format: new Mp4OutputFormat(), target: new FilePathTarget(path) })
    const video = new VideoSampleSource({ codec: 'hevc', bitrate: 500_000, hardwareAcceleration: 'prefer-software' })
    output.addVideoTrack(video, { frameRate: 10 })
    await output.start()
    const [width, height] = [320, 240]
    const data = new Uint16Array(width * height * 1.5).fill(512)
    data.fill(white[system], 0, width * height)
    for (let at = 0; at < 10; at++) {
      const sample = new VideoSample(new Uint8Array(data.buffer), {
        ...{ format: 'I420P10', codedWidth: width, codedHeight: height, timestamp: at / 10, duration: 1 / 10 },
        colorSpace: { fullRange: false },
      })
      await video.add(sample)
      sample.close()
    }
    await output.finalize()
  } finally {
    restore()
  }
}

/** mediabunny's encoder writes 8 bits wherever a codec can, and says nothing of colours. */
function encodeInTenBits(system: keyof typeof white): () => void {
  const { open2 } = av.CodecContext.prototype
  av.CodecContext.prototype.open2 = function (codec, options) {
    if (codec === undefined && this.width > 0) {
      this.pixelFormat = av.AV_PIX_FMT_YUV420P10LE
      this.colorPrimaries = av.AVCOL_PRI_BT2020
      this.colorTrc = system === 'pq' ? av.AVCOL_TRC_SMPTE2084 : av.AVCOL_TRC_ARIB_STD_B67
      this.colorSpace = av.AVCOL_SPC_BT2020_NCL
      this.colorRange = av.AVCOL_RANGE_MPEG
    }
    return open2.call(this, codec, options)
  }
  return () => {
    av.CodecContext.prototype.open2 = open2
  }
}
