import {
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import type { JoinAnswer } from './join-film.ts'

/** The process of `joinFilm`: `<file to write> <file with one track>…`. It answers once, and ends with its parent. */
const [path = '', ...files] = process.argv.slice(2)
process.once('disconnect', () => process.exit(1))
try {
  await join()
  answer({ isJoined: true })
} catch (error) {
  answer({ failed: String(error) })
}

async function join(): Promise<void> {
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target: new FilePathTarget(path) })
  const tracks = await Promise.all(files.map((file) => addTrack(output, file)))
  await output.start()
  await Promise.all(tracks.map((write) => write()))
  await output.finalize()
}

/** Answers what writes the packets of the file, once every track is known. */
async function addTrack(output: Output, file: string): Promise<() => Promise<void>> {
  const [track] = await new Input({ formats: [MP4], source: new FilePathSource(file) }).getTracks()
  if (track?.isVideoTrack()) {
    const codec = await track.getCodec()
    const decoderConfig = await track.getDecoderConfig()
    if (codec === null || decoderConfig === null) throw new Error('Its codec is unknown.')
    const source = new EncodedVideoPacketSource(codec)
    output.addVideoTrack(source)
    return async () => {
      for await (const packet of new EncodedPacketSink(track).packets()) await source.add(packet, { decoderConfig })
      source.close()
    }
  }
  if (!track?.isAudioTrack()) throw new Error('It has no track.')
  const codec = await track.getCodec()
  const decoderConfig = await track.getDecoderConfig()
  if (codec === null || decoderConfig === null) throw new Error('Its codec is unknown.')
  const source = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(source)
  return async () => {
    for await (const packet of new EncodedPacketSink(track).packets()) await source.add(packet, { decoderConfig })
    source.close()
  }
}

function answer(it: JoinAnswer): void {
  process.send?.(it, () => process.exit(0))
}
