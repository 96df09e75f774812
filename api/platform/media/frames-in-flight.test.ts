import { expect, test } from 'vitest'
import { limitFramesInFlight } from './frames-in-flight.ts'

/** As much of FFmpeg as the limit touches. */
function codecs() {
  class Frame {
    clone(): Frame | null {
      return new Frame()
    }
    free(): void {}
  }
  class CodecContext {
    sent: unknown[] = []
    sendPacket(packet: unknown): Promise<number> {
      this.sent.push(packet)
      return Promise.resolve(0)
    }
  }
  limitFramesInFlight({ Frame, CodecContext } as unknown as typeof import('node-av'), 2)
  return { frame: new Frame(), decoder: new CodecContext() }
}

test('no packet is decoded while as many frames wait as may, and the next one once a frame is free', async () => {
  const { frame, decoder } = codecs()
  const first = frame.clone()
  frame.clone()
  const sending = decoder.sendPacket('next')
  await Promise.resolve()
  expect(decoder.sent).toEqual([])
  first?.free()
  await sending
  expect(decoder.sent).toEqual(['next'])
})

test('a frame that was freed twice counts once', async () => {
  const { frame, decoder } = codecs()
  const [first, second] = [frame.clone(), frame.clone(), frame.clone()]
  const sending = decoder.sendPacket('next')
  first?.free()
  first?.free()
  await Promise.resolve()
  expect(decoder.sent).toEqual([])
  second?.free()
  await sending
  expect(decoder.sent).toEqual(['next'])
})

test('the end of the film is told at once, whatever waits', async () => {
  const { frame, decoder } = codecs()
  frame.clone()
  frame.clone()
  await decoder.sendPacket(null)
  expect(decoder.sent).toEqual([null])
})
