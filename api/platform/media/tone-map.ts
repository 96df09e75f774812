import { type InputVideoTrack, VideoSample } from 'mediabunny'
import type { AVPixelFormat, Frame } from 'node-av'
import { frameOf } from './film-scaler.ts'

/**
 * Brings the frames of a film that is brighter than a screen (HDR: PQ or HLG) into the range of one, by BT.2390; null
 * for any other film, and where FFmpeg has no filter for it. Without it such a film is grey in every size.
 */
export async function openToneMap(track: InputVideoTrack): Promise<ToneMap | null> {
  if (!(await track.hasHighDynamicRange())) return null
  const { AvFrameVideoSampleResource } = await import('@mediabunny/server')
  const av = await import('node-av')
  const filters = { source: av.Filter.getByName('buffer'), sink: av.Filter.getByName('buffersink') }
  if (filters.source === null || filters.sink === null || av.Filter.getByName('tonemapx') === null) return null
  const { source, sink } = filters
  const isHlg = (await track.getColorSpace()).transfer === 'hlg'
  const transfer = isHlg ? av.AVCOL_TRC_ARIB_STD_B67 : av.AVCOL_TRC_SMPTE2084
  const colours = `colorspace=${av.AVCOL_SPC_BT2020_NCL}:range=${av.AVCOL_RANGE_MPEG}`

  return async (sample) => {
    if (sample.format === null) return sample
    const pixelFormat = pixelFormats.get(sample.format)
    if (pixelFormat === undefined) return sample
    const { codedWidth: width, codedHeight: height } = sample
    const frame = new av.Frame()
    frame.alloc()
    const graph = new av.FilterGraph()
    graph.alloc()
    try {
      const decoded = frameOf(sample)
      if (decoded !== null) av.FFmpegError.throwIfError(frame.ref(decoded), 'ref')
      else await copyTo(frame, sample, av.avGetPixFmtFromName(pixelFormat))
      frame.colorPrimaries = av.AVCOL_PRI_BT2020
      frame.colorTrc = transfer
      frame.colorSpace = av.AVCOL_SPC_BT2020_NCL
      frame.colorRange = av.AVCOL_RANGE_MPEG
      const size = `video_size=${width}x${height}:pix_fmt=${frame.format}:time_base=1/1000000:pixel_aspect=1/1`
      const from = graph.createFilter(source, 'from', `${size}:${colours}`)
      const to = graph.createFilter(sink, 'to')
      if (from === null || to === null) throw new Error('FFmpeg cannot make a filter.')
      const ends = [
        av.FilterInOut.createList([{ name: 'out', filterCtx: to, padIdx: 0 }]),
        av.FilterInOut.createList([{ name: 'in', filterCtx: from, padIdx: 0 }]),
      ] as const
      av.FFmpegError.throwIfError(graph.parsePtr(`[in]${chain}[out]`, ...ends), 'parsePtr')
      av.FFmpegError.throwIfError(await graph.config(), 'config')
      av.FFmpegError.throwIfError(await from.buffersrcAddFrame(frame), 'buffersrcAddFrame')
      await from.buffersrcAddFrame(null)
      const mapped = new av.Frame()
      mapped.alloc()
      av.FFmpegError.throwIfError(await to.buffersinkGetFrame(mapped), 'buffersinkGetFrame')
      const { timestamp, duration, rotation, pixelAspectRatio } = sample
      mapped.sampleAspectRatio = new av.Rational(pixelAspectRatio.num, pixelAspectRatio.den)
      return new VideoSample(new AvFrameVideoSampleResource(mapped), { timestamp, duration, rotation })
    } finally {
      graph.free()
      frame.free()
    }
  }
}

async function copyTo(frame: Frame, sample: VideoSample, format: AVPixelFormat): Promise<void> {
  const bytes = Buffer.alloc(sample.allocationSize())
  await sample.copyTo(bytes)
  const { codedWidth: width, codedHeight: height } = sample
  Object.assign(frame, { format, width, height })
  frame.fromBuffer(bytes)
}

export type ToneMap = (sample: VideoSample) => Promise<VideoSample>

/** The formats in which HDR is decoded, as FFmpeg names them. */
const pixelFormats = new Map<string, string>([
  ['I420', 'yuv420p'],
  ['NV12', 'nv12'],
  ['I420P10', 'yuv420p10le'],
  ['I422P10', 'yuv422p10le'],
  ['I444P10', 'yuv444p10le'],
  ['I420P12', 'yuv420p12le'],
])

/** 100 cd/m² is what a screen is taken for that knows nothing of HDR. */
const chain = [
  'format=yuv420p10le',
  'tonemapx=tonemap=bt2390:desat=0:peak=100:t=bt709:m=bt709:p=bt709:range=tv:format=yuv420p',
].join(',')
