import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  MkvOutputFormat,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny'

/** Two seconds of made-up packets in a real container; nothing here decodes them. */
export async function film(format: 'mp4' | 'webm' | 'mkv', withPicture: boolean): Promise<Buffer> {
  const target = new BufferTarget()
  const formats = { mp4: Mp4OutputFormat, webm: WebMOutputFormat, mkv: MkvOutputFormat }
  const output = new Output({ format: new formats[format](), target })
  const audio = new EncodedAudioPacketSource('opus')
  const video = new EncodedVideoPacketSource('vp9')
  if (withPicture) output.addVideoTrack(video)
  output.addAudioTrack(audio)
  output.setMetadataTags({ title: 'A day in Paris', comment: '+48.8577+002.295/ Paris' })
  await output.start()
  for (let at = 0; at < 100; at++) {
    const packet = new EncodedPacket(new Uint8Array(40 + (at % 30)).fill(at), 'key', at / 50, 1 / 50)
    await audio.add(packet, { decoderConfig: { codec: 'opus', sampleRate: 48_000, numberOfChannels: 1 } })
  }
  for (let at = 0; withPicture && at < 50; at++) {
    const packet = new EncodedPacket(new Uint8Array(90).fill(at), 'key', at / 25, 1 / 25)
    const decoderConfig = { codec: 'vp09.00.10.08', codedWidth: 640, codedHeight: 360 }
    await video.add(packet, { decoderConfig })
  }
  await output.finalize()
  return Buffer.from(target.buffer ?? new ArrayBuffer(0))
}
